import { create } from 'zustand';
import { isActiveRun, type RunRecord, type RunStage } from './run-record';

interface RunsView {
  records: Readonly<Record<string, RunRecord>>;
  /** Of the runs that are under way in some tab. */
  stages: Readonly<Record<string, RunStage>>;
  /** Null until storage was tried. False: nothing is protected against a closed tab. */
  isDurable: boolean | null;
}

/** What the screens show of the runs: a copy of what is on disk, kept up by all tabs. */
export const useRunsView = create<RunsView>(() => ({ records: {}, stages: {}, isDurable: null }));

export function showRun(record: RunRecord): void {
  useRunsView.setState(({ records, stages }) => ({
    records: { ...records, [record.id]: record },
    stages: isActiveRun(record) ? stages : without(stages, record.id),
  }));
}

export function showStage(id: string, stage: RunStage): void {
  useRunsView.setState(({ stages }) => ({ stages: { ...stages, [id]: stage } }));
}

export function hideRuns(ids: readonly string[]): void {
  useRunsView.setState(({ records, stages }) => ({
    records: ids.reduce(without, records),
    stages: ids.reduce(without, stages),
  }));
}

/** Newest first. `modelId` absent: of all models. Derived anew at each call: memoize it. */
export function runsOf(records: RunsView['records'], surfaceId: string, modelId?: string): RunRecord[] {
  return Object.values(records)
    .filter((run) => run.surfaceId === surfaceId && (modelId === undefined || run.modelId === modelId))
    .sort((left, right) => right.createdAt - left.createdAt);
}

function without<Value>(map: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  if (!(key in map)) return map;
  const { [key]: _gone, ...rest } = map;
  return rest;
}
