import { formatCount, formatDuration } from '@/lib/format';

/** Fewer runs say little about the next. */
const MIN_RUNS = 3;
/** Before that much is done, the pace of a run is mostly its start. */
const MIN_SHARE = 0.1;
const MIN_RUN_MS = 3000;
/** How far the rest of a run may be off the pace of what is done. */
const PACE_BAND = [0.8, 1.4] as const;

export interface RunSoFar {
  /** Milliseconds since it started. */
  runMs: number;
  /** Share that is done, 0 to 1; null where the surface does not tell. */
  share: number | null;
  /** How long earlier runs of the same name took. */
  earlierMs: readonly number[];
}

export interface TimeLeft {
  text: string;
  /** Where it comes from, so that nobody takes it for a promise. */
  basis: string;
}

/** What is left of a run, as a range: from earlier runs, else from its own pace. Null where neither says anything. */
export function timeLeft({ runMs, share, earlierMs }: RunSoFar): TimeLeft | null {
  if (earlierMs.length >= MIN_RUNS) {
    const sorted = earlierMs.toSorted((a, b) => a - b);
    const basis = `By the last ${formatCount(sorted.length, 'run')} of this name that succeeded`;
    const longest = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;
    if (runMs > longest) return { text: 'longer than usual', basis: `${basis}: ${formatDuration(longest)} at most` };
    const shortest = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
    return { text: rangeWords(shortest - runMs, longest - runMs), basis };
  }
  if (share === null || share < MIN_SHARE || share >= 1 || runMs < MIN_RUN_MS) return null;
  const rest = (runMs / share) * (1 - share);
  return { text: rangeWords(rest * PACE_BAND[0], rest * PACE_BAND[1]), basis: 'At the pace of this run so far' };
}

/** `about 10 to 14 s left` */
function rangeWords(fromMs: number, toMs: number): string {
  const [from, to] = [fromMs, toMs].map((ms) => formatDuration(round(Math.max(0, ms))));
  if (fromMs < 1000) return toMs < 2000 ? 'nearly done' : `up to ${to} left`;
  return from === to ? `about ${to} left` : `about ${from} to ${to} left`;
}

/** A guess has no tenths, and a long one no seconds. */
function round(ms: number): number {
  const step = ms < 60_000 ? 1000 : ms < 600_000 ? 10_000 : 60_000;
  return Math.ceil(ms / step) * step;
}
