import { create } from 'zustand';
import { withoutKey } from '@/lib/without-key';
import { isActiveRun, type RunRecord, type RunStage } from './run-record';

interface RunsView {
  records: Readonly<Record<string, RunRecord>>;
  /** Stages of the runs in flight in any tab. */
  stages: Readonly<Record<string, RunStage>>;
  /** `null` until storage was tried; `false` if closing the tab loses runs. */
  isDurable: boolean | null;
}

/** In-memory copy of the stored runs, kept in sync across tabs. */
export const useRunsView = create<RunsView>(() => ({ records: {}, stages: {}, isDurable: null }));

export function showRun(record: RunRecord): void {
  useRunsView.setState(({ records, stages }) => ({
    records: { ...records, [record.id]: record },
    stages: isActiveRun(record) ? stages : withoutKey(stages, record.id),
  }));
}

export function showStage(id: string, stage: RunStage): void {
  useRunsView.setState(({ stages }) => ({ stages: { ...stages, [id]: stage } }));
}

export function hideRuns(ids: readonly string[]): void {
  useRunsView.setState(({ records, stages }) => ({
    records: ids.reduce(withoutKey, records),
    stages: ids.reduce(withoutKey, stages),
  }));
}

/**
 * Returns the runs of a surface, newest first; those of all models if `modelId` is absent. Computed on each call, so memoize it.
 */
export function runsOf(records: RunsView['records'], surfaceId: string, modelId?: string): RunRecord[] {
  return Object.values(records)
    .filter((run) => run.surfaceId === surfaceId && (modelId === undefined || run.modelId === modelId))
    .sort((left, right) => right.createdAt - left.createdAt);
}
