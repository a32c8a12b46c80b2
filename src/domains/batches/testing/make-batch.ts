import type { BatchEntry } from '../batch-entry';

/** A batch of four cells on one server, before its first cell. */
export function makeBatch(changes: Partial<BatchEntry> = {}): BatchEntry {
  return {
    id: 'batch',
    createdAt: 0,
    surfaceId: 'local',
    surfaceIds: ['local'],
    title: 'Coral',
    draftId: null,
    sourceJobId: null,
    needsPartnerKey: false,
    axes: [{ label: 'seed', count: 4 }],
    count: 4,
    limit: 2,
    next: 0,
    retries: [],
    inFlight: [],
    tally: { succeeded: 0, failed: 0, canceled: 0, refused: 0, unsettled: 0 },
    failuresInRow: 0,
    isPaused: false,
    pauseReason: null,
    pausedAt: null,
    isStopped: false,
    finishedAt: null,
    state: { name: 'ready', until: 0 },
    ...changes,
  };
}
