import type { RunRecord } from '@/domains/model-calls/run-record';

/** Returns the runs of the same input on other servers: the newest of each, newest first. */
export function counterpartsOf(records: Readonly<Record<string, RunRecord>>, run: RunRecord): RunRecord[] {
  const source = run.ranFrom ?? run.id;
  const alike = Object.values(records)
    .filter(({ id, ranFrom, surfaceId }) => surfaceId !== run.surfaceId && (id === source || ranFrom === source))
    .sort((left, right) => right.createdAt - left.createdAt);
  return [...new Map(alike.toReversed().map((each) => [each.surfaceId, each])).values()].toReversed();
}
