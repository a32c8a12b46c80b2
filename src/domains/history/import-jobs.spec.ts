import { expect, test } from 'vitest';
import { changeBy, inTurn, type ImportedJob } from './import-jobs';
import type { HistoryJob } from '../job-record/history-job';

const job = (status: string | null, createdAt = 1): HistoryJob => ({
  surfaceId: 'local',
  jobId: `j${createdAt}`,
  title: '',
  createdAt,
  job: status === null ? null : { id: 'j1', status, created_at: '2026-11-20T10:00:00Z' },
});

test.each([
  [null, 'succeeded', 'fresh'],
  [job('succeeded'), 'succeeded', 'known'],
  [job('succeeded'), 'running', 'known'],
  [job('running'), 'running', 'known'],
  [job('running'), 'failed', 'newer'],
  [job(null), 'canceled', 'newer'],
  [job(null), null, 'known'],
] as const)('a stored job (%#) is updated only by a finished one', (known, status, change) => {
  expect(changeBy(known, job(status))).toBe(change);
});

test('jobs are imported once, newest first', () => {
  const imported = (createdAt: number): ImportedJob => ({
    remembered: job(null, createdAt),
    workflow: null,
    mark: null,
    source: { id: 'local', name: null, address: null },
    exportedAt: Number.NaN,
  });
  const turn = inTurn([imported(1), imported(3), imported(1), imported(2)]);
  expect(turn.map(({ remembered }) => remembered.jobId)).toEqual(['j3', 'j2', 'j1']);
});
