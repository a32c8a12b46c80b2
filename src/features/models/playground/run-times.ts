import type { RunRecord } from '@/api/runs/run-record';

export interface TypicalTime {
  medianMs: number;
  runs: number;
}

/** How long the model took on this device, from the click to the last byte; replays did not run. Null: never. */
export function typicalTime(runs: readonly RunRecord[]): TypicalTime | null {
  const times = runs
    .flatMap(({ state }) => (state.name === 'done' && !state.answer.isReplayed ? [state.answer.durationMs] : []))
    .sort((left, right) => left - right);
  const median = times[Math.floor(times.length / 2)];
  return median === undefined ? null : { medianMs: median, runs: times.length };
}
