import { Check, CircleHelp, CircleSlash, CircleStop, Clock, LoaderCircle, X, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg, t, type Message } from '@/lib/i18n/messages';

export interface GraphNodeState {
  /** waiting, cached, running, stopped, done or failed; an unknown state of a later version is shown as is. */
  state: string;
  /** Run time of a finished node. */
  ms: number | null;
  step: number | null;
  steps: number | null;
}

export type GraphNodeStates = ReadonlyMap<string, GraphNodeState>;

/** The run reported states, but none for this node. */
export const NOT_RUN: GraphNodeState = { state: 'not run', ms: null, step: null, steps: null };

export interface NodeStyle {
  icon: ReactNode;
  /** Color of icon and label. */
  tone: string;
  /** Color of the links to readers of this node. */
  line: 'ok' | 'accent' | 'bad' | 'quiet';
  isFaint: boolean;
}

/** Each state has its own color, icon and label, so that color alone never carries the meaning. */
const looks: Readonly<Record<string, NodeStyle>> = {
  waiting: { icon: <Clock aria-hidden />, tone: 'text-muted', line: 'quiet', isFaint: true },
  'not run': { icon: <CircleSlash aria-hidden />, tone: 'text-muted', line: 'quiet', isFaint: true },
  stopped: { icon: <CircleStop aria-hidden />, tone: 'text-warn', line: 'quiet', isFaint: false },
  cached: { icon: <Zap aria-hidden />, tone: 'text-muted', line: 'ok', isFaint: false },
  running: {
    icon: <LoaderCircle aria-hidden className="animate-spin" />,
    tone: 'text-accent',
    line: 'accent',
    isFaint: false,
  },
  done: { icon: <Check aria-hidden />, tone: 'text-ok', line: 'ok', isFaint: false },
  failed: { icon: <X aria-hidden />, tone: 'text-bad', line: 'bad', isFaint: false },
};

const unknown: NodeStyle = { icon: <CircleHelp aria-hidden />, tone: 'text-muted', line: 'quiet', isFaint: false };

const WORDS: Readonly<Record<string, Message>> = {
  waiting: msg('waiting'),
  'not run': msg('not run'),
  stopped: msg('stopped'),
  cached: msg('cached'),
  running: msg('running'),
  done: msg('done'),
  failed: msg('failed'),
  unknown: msg('unknown'),
};

/** A state as text; one of a later version is shown as is. */
export function nodeStateText(state: string): string {
  const word = Object.hasOwn(WORDS, state) ? WORDS[state] : undefined;
  return word ? t(word) : state;
}

export function nodeStyle(state: string): NodeStyle {
  return Object.hasOwn(looks, state) ? (looks[state] ?? unknown) : unknown;
}
