import { describe, expect, it } from 'vitest';
import { makeJob } from '@/testing/job-fixtures';
import { toFetchedJob } from '@/api/live/merge-job';
import { ALL_JOBS, type JobFilter } from './job-filter';
import { searchLoaded } from './local-search';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

const outputNamed = (name: string) => ({
  node_id: '9',
  name,
  type: 'image',
  content_type: 'image/png',
  size_bytes: 1,
  hash: null,
  url: '/x',
  url_expires_at: at(0),
  id: name,
});

/** Newest first, as surfaces list them. */
const fetchedJobs = [
  makeJob({ id: 'd', created_at: at(30), started_at: null, completed_at: null, status: 'queued' }),
  makeJob({
    id: '7f3d2c1b',
    created_at: at(20),
    started_at: at(21),
    completed_at: at(29),
    error: { code: 'node_error', message: 'Sizes differ', class_type: 'ImageBlend' },
  }),
  makeJob({
    id: 'b',
    created_at: at(10),
    started_at: at(15),
    completed_at: at(16),
    outputs: [outputNamed('seed7_00001_.png')],
  }),
  makeJob({
    id: 'a',
    created_at: at(0),
    started_at: at(1),
    completed_at: at(3),
    metadata: { flowdeck_title: 'Coral sweep' },
  }),
].map((job) => toFetchedJob(job, 1));

const found = (filter: Partial<JobFilter>) =>
  searchLoaded({ id: 'local' })(fetchedJobs, { ...ALL_JOBS, ...filter })
    .map(({ job }) => job.id.slice(0, 2))
    .join(' ');

describe('a search in the loaded jobs', () => {
  it('matches every word in title, file name, error or the start of the id', () => {
    expect(found({ text: 'SWEEP coral' })).toBe('a');
    expect(found({ text: 'seed7_0' })).toBe('b');
    expect(found({ text: 'imageblend differ' })).toBe('7f');
    expect(found({ text: '7f3d' })).toBe('7f');
    expect(found({ text: 'coral differ' })).toBe('');
  });

  it('filters by date range', () => {
    expect(found({ from: Date.parse(at(10)), before: Date.parse(at(30)) })).toBe('7f b');
  });

  it('filters by workflow and by minimum duration', () => {
    expect(found({ title: 'Coral sweep' })).toBe('a');
    expect(found({ title: 'coral sweep' })).toBe('');
    expect(found({ ranMs: 60_000 })).toBe('7f a');
    expect(found({ ranMs: 120_000 })).toBe('7f');
  });

  it('tells workflows that this browser does not know by their title', () => {
    expect(found({ workflowOf: 'a' })).toBe('a');
    expect(found({ workflowOf: 'b' })).toBe('b');
    expect(found({ workflowOf: 'nobody' })).toBe('');
    const titled = ['Coral sweep', 'Coral'].map((title) =>
      toFetchedJob(makeJob({ id: title, metadata: { flowdeck_title: title } }), 1),
    );
    const filter = { ...ALL_JOBS, workflowOf: 'a' };
    const all = searchLoaded({ id: 'local' })([...fetchedJobs, ...titled], filter);
    expect(all.map(({ job }) => job.id).toSorted()).toEqual(['Coral sweep', 'a']);
  });

  it('sorts like the gateway', () => {
    expect(found({ sort: 'oldest' })).toBe('a b 7f d');
    expect(found({ sort: 'longest_run' })).toBe('7f a b d');
    expect(found({ sort: 'longest_wait' })).toBe('b 7f a d');
    expect(found({ sort: 'shortest_run' })).toBe('b a 7f d');
    expect(found({ sort: 'shortest_wait' })).toBe('7f a b d');
    expect(found({ sort: 'status' })).toBe('d 7f b a');
    expect(found({ sort: 'status_reversed' })).toBe('7f b a d');
    // "Coral sweep", "Job 7f3d2c1b", "Job d", "seed7_00001_.png"
    expect(found({ sort: 'title' })).toBe('a 7f d b');
    expect(found({ sort: 'title_reversed' })).toBe('b d 7f a');
  });
});
