import { describe, expect, it } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { jobsOfItsTime } from './jobs-near-submission';
import type { OutboxEntry } from './outbox-entry';
import { KEY_LIFETIME_MS } from './outbox-machine';

const SENT_AT = Date.parse('2026-11-20T10:00:00Z');
const entry = { id: 'mine', firstSentAt: SENT_AT, createdAt: SENT_AT - 50 } as OutboxEntry;

function job(id: string, offsetMs: number, metadata?: Record<string, string>): ListedJob {
  const created_at = new Date(SENT_AT + offsetMs).toISOString();
  return { id, status: 'queued', created_at, ...(metadata ? { metadata } : {}) } as ListedJob;
}

const ids = (jobs: ListedJob[]) => jobs.map(({ id }) => id);

describe('the jobs that a run may have become', () => {
  it('are those of its time, the closest first', () => {
    const jobs = [job('later', 60_000), job('near', 200), job('skewed', -30_000)];
    expect(ids(jobsOfItsTime(jobs, entry, new Set()))).toEqual(['near', 'skewed', 'later']);
  });

  it('are none from before it was sent, or from after its key had died', () => {
    const jobs = [job('before', -3_600_000), job('after', KEY_LIFETIME_MS + 1000), job('within', 0)];
    expect(ids(jobsOfItsTime(jobs, entry, new Set()))).toEqual(['within']);
  });

  it('are none that belong to another run', () => {
    const jobs = [
      job('labelled', 0, { flowdeck_outbox: 'another' }),
      job('taken', 0),
      job('own', 0, { flowdeck_outbox: 'mine' }),
    ];
    expect(ids(jobsOfItsTime(jobs, entry, new Set(['taken'])))).toEqual(['own']);
  });
});
