import { formatLimit, formatRange, type Span } from '@/lib/format-range';
import type { TypicalDuration } from '@/domains/jobs/typical-duration';
import { t } from '@/lib/i18n/messages';

/** Below this fraction, the pace mostly reflects the startup. */
const MIN_SHARE = 0.1;
const MIN_RUN_MS = 3000;
/** Possible deviation of the remaining time from the current pace. */
const PACE_BAND = [0.8, 1.4] as const;

export interface Eta {
  text: string;
  /** The range alone, for narrow rows. */
  short: string;
  /** Source of the estimate, so that it is not mistaken for a promise: `from 12 earlier runs`. */
  source: string;
  /** Source in detail. */
  basis: string;
}

export interface RunProgress {
  /** Milliseconds since it started. */
  runMs: number;
  /** Completed fraction, 0 to 1; `null` if the surface does not report progress. */
  share: number | null;
  typical: TypicalDuration | null;
}

/**
 * Estimates the time left of a run as a range: from previous runs, else from its own pace. If the pace shows that this
 * run takes longer than previous ones, the pace is used. `null` if neither is conclusive.
 */
export function runEta(run: RunProgress): Eta | null {
  const { runMs, typical } = run;
  const pace = restByPace(run);
  if (!typical) return pace && atPace(pace, t('Based on current speed; no previous runs'));
  if (pace && pace.lowMs > typical.highMs - runMs)
    return atPace(pace, t('{basis}; this run takes longer', { basis: formatTypicalDuration(typical) }));
  const said = { source: sourceOf(typical), basis: formatTypicalDuration(typical) };
  if (runMs > typical.highMs || isFarBehind(run)) return { ...sameText(t('longer than usual')), ...said };
  return { ...leftText({ lowMs: typical.lowMs - runMs, highMs: typical.highMs - runMs }), ...said };
}

function restByPace({ runMs, share }: RunProgress): Span | null {
  if (share === null || share < MIN_SHARE || share >= 1 || runMs < MIN_RUN_MS) return null;
  const rest = (runMs / share) * (1 - share);
  return { lowMs: rest * PACE_BAND[0], highMs: rest * PACE_BAND[1] };
}

function atPace(rest: Span, basis: string): Eta {
  return { ...leftText(rest), source: t('at the current pace'), basis };
}

/** Returns true if too little is done for a pace, at a time when previous runs were finished or almost finished. */
function isFarBehind({ runMs, share, typical }: RunProgress): boolean {
  return typical !== null && share !== null && share < MIN_SHARE && runMs >= MIN_RUN_MS && runMs > typical.lowMs;
}

export interface Line {
  /** 1: next in queue. */
  position: number;
  /** Number of jobs that the surface runs at once. */
  parallel: number;
  /** Elapsed milliseconds of each running job. */
  runMs: readonly number[];
  /** Typical duration of all jobs here. */
  typical: TypicalDuration;
}

/**
 * Estimates when a queued job starts, or finishes if its own duration is known. `null` if the queue is inconclusive.
 */
export function queueEta({ position, parallel, runMs, typical }: Line, own: TypicalDuration | null): Eta | null {
  // With a free slot, the job waits for something else; a run with an unknown start may take much longer.
  if (position < 1 || runMs.length !== parallel || runMs.some(Number.isNaN)) return null;
  const source = sourceOf(typical);
  const basis = formatTypicalDuration(typical);
  if (runMs.some((ms) => ms > typical.highMs)) return { ...sameText(t('behind an unusually long run')), source, basis };
  // Number of full rounds of all slots before one is free for this job.
  const rounds = Math.floor((position - 1) / parallel);
  const wait = {
    lowMs: rounds * typical.lowMs + Math.max(0, typical.lowMs - Math.max(...runMs)),
    highMs: (rounds + 1) * typical.highMs - Math.min(...runMs),
  };
  if (!own) {
    const text = t(
      '{when, select, now {starts in a moment} limit {starts within {duration}} other {starts in {duration}}}',
      soon(wait),
    );
    return { text, short: formatRange(wait) ?? text, source, basis };
  }
  const end = { lowMs: wait.lowMs + own.lowMs, highMs: wait.highMs + own.highMs };
  const text = t(
    '{when, select, now {done in a moment} limit {done within {duration}} other {done in {duration}}}',
    soon(end),
  );
  const starts = t(
    '{when, select, now {By that it starts in a moment.} limit {By that it starts within {duration}.} other {By that it starts in {duration}.}}',
    soon(wait),
  );
  return { text, short: formatRange(end) ?? text, source, basis: `${basis}. ${starts} ${formatTypicalDuration(own)}` };
}

function leftText(span: Span): Pick<Eta, 'text' | 'short'> {
  const short = formatRange(span);
  return short === null ? sameText(t('nearly done')) : { text: t('{duration} left', { duration: short }), short };
}

function sameText(text: string): Pick<Eta, 'text' | 'short'> {
  return { text, short: text };
}

function soon(span: Span): { when: 'now' | 'limit' | 'range'; duration: string } {
  const limit = formatLimit(span);
  if (limit !== null) return { when: 'limit', duration: limit };
  const range = formatRange(span);
  return range === null ? { when: 'now', duration: '' } : { when: 'range', duration: range };
}

function sourceOf({ count }: TypicalDuration): string {
  return t('based on {count, plural, one {# previous run} other {# previous runs}}', { count });
}

/** `Most of 12 earlier runs of this name took 20 to 30 s` */
function formatTypicalDuration({ count, likeness, ...span }: TypicalDuration): string {
  return t(
    'Most of {count, plural, one {# earlier run} other {# earlier runs}} {likeness, select, workflow {of this workflow} name {of this name} nodes {of the same nodes} other {here}} took {duration}',
    { count, likeness, duration: formatRange(span) ?? t('less than 2 s') },
  );
}
