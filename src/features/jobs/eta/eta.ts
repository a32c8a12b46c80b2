import { formatCount } from '@/lib/format';
import { formatRange } from './format-range';
import type { Span, TypicalDuration } from './typical-duration';

/** Before that much is done, the pace of a run is mostly its start. */
const MIN_SHARE = 0.1;
const MIN_RUN_MS = 3000;
/** How far the rest of a run may be off the pace of what is done. */
const PACE_BAND = [0.8, 1.4] as const;

export interface Eta {
  text: string;
  /** Where it comes from, so that nobody takes it for a promise: `from 12 earlier runs`. */
  source: string;
  /** The same at length. */
  basis: string;
}

export interface RunSoFar {
  /** Milliseconds since it started. */
  runMs: number;
  /** Share that is done, 0 to 1; null where the surface does not tell. */
  share: number | null;
  usual: TypicalDuration | null;
}

/**
 * What is left of a run, as a range: from earlier runs, else from its own pace. The pace also decides where it shows that this
 * run takes longer than the earlier ones. Null where neither says anything.
 */
export function runEta(run: RunSoFar): Eta | null {
  const { runMs, usual } = run;
  const pace = restByPace(run);
  if (!usual) return pace && atPace(pace, 'Based on current speed; no previous runs');
  if (pace && pace.lowMs > usual.highMs - runMs)
    return atPace(pace, `${formatTypicalDuration(usual)}; this one takes longer`);
  const said = { source: sourceOf(usual), basis: formatTypicalDuration(usual) };
  if (runMs > usual.highMs || isFarBehind(run)) return { text: 'longer than usual', ...said };
  return { text: leftWords({ lowMs: usual.lowMs - runMs, highMs: usual.highMs - runMs }), ...said };
}

function restByPace({ runMs, share }: RunSoFar): Span | null {
  if (share === null || share < MIN_SHARE || share >= 1 || runMs < MIN_RUN_MS) return null;
  const rest = (runMs / share) * (1 - share);
  return { lowMs: rest * PACE_BAND[0], highMs: rest * PACE_BAND[1] };
}

function atPace(rest: Span, basis: string): Eta {
  return { text: leftWords(rest), source: 'at the current pace', basis };
}

/** Whether too little is done to name a pace, at a time by which earlier runs were over or nearly so. */
function isFarBehind({ runMs, share, usual }: RunSoFar): boolean {
  return usual !== null && share !== null && share < MIN_SHARE && runMs >= MIN_RUN_MS && runMs > usual.lowMs;
}

export interface Line {
  /** 1: next in queue. */
  position: number;
  /** How many jobs the surface runs at once. */
  parallel: number;
  /** Milliseconds for which those have run that are under way. */
  runMs: readonly number[];
  /** What runs here, whatever it is. */
  usual: TypicalDuration;
}

/** Until a job in line begins, and ends where its own time is known. Null where the line does not say. */
export function queueEta({ position, parallel, runMs, usual }: Line, own: TypicalDuration | null): Eta | null {
  // With a place free it waits for something else, and one whose start is unknown may go on for long.
  if (position < 1 || runMs.length !== parallel || runMs.some(Number.isNaN)) return null;
  const source = sourceOf(usual);
  const basis = formatTypicalDuration(usual);
  if (runMs.some((ms) => ms > usual.highMs)) return { text: 'behind an unusually long run', source, basis };
  // Every place is taken that often in full before one is free for this job.
  const rounds = Math.floor((position - 1) / parallel);
  const wait = {
    lowMs: rounds * usual.lowMs + Math.max(0, usual.lowMs - Math.max(...runMs)),
    highMs: (rounds + 1) * usual.highMs - Math.min(...runMs),
  };
  const starts = `starts ${inWords(wait)}`;
  if (!own) return { text: starts, source, basis };
  const text = `done ${inWords({ lowMs: wait.lowMs + own.lowMs, highMs: wait.highMs + own.highMs })}`;
  return { text, source, basis: `${basis}. By that it ${starts}. ${formatTypicalDuration(own)}` };
}

function leftWords(span: Span): string {
  const words = formatRange(span);
  return words ? `${words} left` : 'nearly done';
}

function inWords(span: Span): string {
  const words = formatRange(span);
  return !words ? 'in a moment' : words.startsWith('up to') ? words.replace('up to', 'within') : `in ${words}`;
}

function sourceOf({ count }: TypicalDuration): string {
  return `based on ${formatCount(count, 'previous run')}`;
}

/** `Most of 12 earlier runs of this name took 20 to 30 s` */
function formatTypicalDuration({ count, likeness, ...span }: TypicalDuration): string {
  const runs = [formatCount(count, 'earlier run'), likeness || 'here'].join(' ');
  return `Most of ${runs} took ${formatRange(span) ?? 'less than 2 s'}`;
}
