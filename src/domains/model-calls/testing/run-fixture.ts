import type { RunRecord } from '../run-record';

/** Returns a newly stored run. */
export function makeRun(more: Partial<RunRecord> = {}): RunRecord {
  const id = more.id ?? 'run-1';
  return {
    id,
    surfaceId: 'local',
    modelId: 'flowdeck/pattern',
    key: `key-${id}`,
    createdAt: 0,
    bodyBytes: 2,
    chargesOnPolicyRejection: 'no',
    firstSentAt: null,
    sentAt: null,
    tries: 0,
    faults: 0,
    mayHaveRun: false,
    state: { name: 'pending', since: more.createdAt ?? 0, isUnwritten: false },
    spend: null,
    isPinned: false,
    isDismissed: false,
    ...more,
  };
}
