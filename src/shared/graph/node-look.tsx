import { Check, CircleHelp, CircleSlash, Clock, LoaderCircle, X, Zap } from 'lucide-react';
import type { ReactNode } from 'react';

export interface GraphNodeState {
  /** waiting, cached, running, done, failed; an unknown word of a later version is shown as itself. */
  state: string;
  /** Time taken, once it ended. */
  ms: number | null;
  step: number | null;
  steps: number | null;
}

export type GraphNodeStates = ReadonlyMap<string, GraphNodeState>;

/** The run told states, and none of this node. */
export const NOT_RUN: GraphNodeState = { state: 'not run', ms: null, step: null, steps: null };

export interface NodeLook {
  icon: ReactNode;
  /** Of icon and word. */
  tone: string;
  /** Of the lines to those that read from it. */
  line: 'ok' | 'accent' | 'bad' | 'quiet';
  isFaint: boolean;
}

/** Each state has its own colour, icon and word: none of the three carries the meaning alone. */
const looks: Readonly<Record<string, NodeLook>> = {
  waiting: { icon: <Clock aria-hidden />, tone: 'text-muted', line: 'quiet', isFaint: true },
  'not run': { icon: <CircleSlash aria-hidden />, tone: 'text-muted', line: 'quiet', isFaint: true },
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

const unknown: NodeLook = { icon: <CircleHelp aria-hidden />, tone: 'text-muted', line: 'quiet', isFaint: false };

export function nodeLook(state: string): NodeLook {
  return Object.hasOwn(looks, state) ? (looks[state] ?? unknown) : unknown;
}
