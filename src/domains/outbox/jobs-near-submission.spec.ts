import { describe, expect, it } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { jobsNearSubmission } from './jobs-near-submission';
import type { OutboxEntry } from './outbox-entry';
import { KEY_LIFETIME_MS } from '../journal/key-age';

const SENT_AT = Date.parse('2026-11-20T10:00:00Z');
const entry = { id: 'mine', firstSentAt: SENT_AT, createdAt: SENT_AT - 50 } as OutboxEntry;

function job(id: string, offsetMs: number, metadata?: Record<string, string>): ListedJob {
  const created_at = new Date(SENT_AT + offsetMs).toISOString();
  return { id, status: 'queued', created_at, ...(metadata ? { metadata } : {}) };
}

const ids = (jobs: ListedJob[]) => jobs.map(({ id }) => id);

describe('the candidate jobs of a submission', () => {
  it('are those near its time, the closest first', () => {
    const jobs = [job('later', 60_000), job('near', 200), job('skewed', -30_000)];
    expect(ids(jobsNearSubmission(jobs, entry, new Set()))).toEqual(['near', 'skewed', 'later']);
  });

  it('exclude jobs from before it was sent and from after its key expired', () => {
    const jobs = [job('before', -3_600_000), job('after', KEY_LIFETIME_MS + 1000), job('within', 0)];
    expect(ids(jobsNearSubmission(jobs, entry, new Set()))).toEqual(['within']);
  });

  it('exclude jobs of other runs', () => {
    const jobs = [
      job('labelled', 0, { flowdeck_outbox: 'another' }),
      job('taken', 0),
      job('own', 0, { flowdeck_outbox: 'mine' }),
    ];
    expect(ids(jobsNearSubmission(jobs, entry, new Set(['taken'])))).toEqual(['own']);
  });
});
