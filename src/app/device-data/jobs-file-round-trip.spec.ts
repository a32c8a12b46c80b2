import { describe, expect, it, test } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { exportText } from '@/features/jobs/selection/export-jobs';
import { historyText } from '@/domains/history/history-file';
import { readJobsFile, type JobsFile } from '@/domains/history/read-jobs-file';
import { readWorkflowFile } from '@/features/submit/import/read-workflow-file';

const workflow = '{"3":{"class_type":"Seed","inputs":{"seed":18446744073709551615,"gain":1.0}}}';
const job: ListedJob = {
  id: 'j1',
  status: 'succeeded',
  created_at: '2026-11-20T10:00:00Z',
  completed_at: '2026-11-20T10:00:46Z',
  metadata: { flowdeck_title: 'Coral' },
  outputs: [
    {
      id: 'o1',
      node_id: '9',
      name: 'one.png',
      type: 'image',
      content_type: 'image/png',
      size_bytes: 4,
      hash: null,
      url: 'http://far/content?signature=secret',
      url_expires_at: '2026-11-21T10:00:00Z',
    },
  ],
  urls: { self: 'http://far/api/v2/jobs/j1', events: 'http://far/e', cancel: 'http://far/c' },
};
const NOW = new Date('2026-11-21T12:00:00Z');
const context = {
  surface: { id: 'far', name: 'Far', baseUrl: 'http://far', routerBaseUrl: null, kind: 'gateway' },
  markOf: (jobId: string) =>
    jobId === 'j1' ? ({ surfaceId: 'far', jobId, isStarred: false, tags: ['best'], rating: 4 } as const) : undefined,
  workflowOf: () => workflow,
} as const;
const two = [job, { ...job, id: 'j2' }];
const read = (text: string, name = 'flowdeck-jobs-2026-11-21.json') => readJobsFile(text, name);
const file = (text: string): JobsFile => {
  const result = read(text);
  if ('title' in result) throw new Error(result.title);
  return result;
};
const ids = ({ jobs }: JobsFile) => jobs.map(({ remembered }) => remembered.jobId);

describe('an export', () => {
  test.each(['json', 'ndjson'] as const)('survives a round trip through %s, except for URLs', (format) => {
    const [first, second] = file(exportText([{ ...context, jobs: two }], format, NOW)).jobs;
    expect(first).toMatchObject({
      remembered: { surfaceId: 'far', jobId: 'j1', createdAt: Date.parse(job.created_at) },
      mark: { surfaceId: 'far', jobId: 'j1', tags: ['best'], rating: 4 },
      source: { id: 'far', name: 'Far', address: 'http://far' },
      exportedAt: NOW.getTime(),
      workflow,
    });
    const { urls: _urls, outputs = [], ...reported } = job;
    expect(first?.remembered.job).toMatchObject(reported);
    expect(first?.remembered.job?.outputs).toMatchObject([{ id: outputs[0]?.id, name: 'one.png', url: '' }]);
    expect(first?.remembered.job).not.toHaveProperty('urls');
    expect(first?.remembered.job).not.toHaveProperty('flowdeck');
    expect(second?.mark).toBeNull();
  });

  it('is read in any formatting', () => {
    const text = JSON.stringify(JSON.parse(exportText([{ ...context, jobs: two }], 'json', NOW)), null, 4);
    expect(ids(file(text))).toEqual(['j1', 'j2']);
  });

  test.each(['json', 'ndjson'] as const)(
    'with damage in %s returns the intact jobs, and lists the damaged lines',
    (format) => {
      const [before = '', after = ''] = exportText([{ ...context, jobs: two }], format, NOW)
        .split('\n')
        .filter((line) => line.startsWith('{'));
      const text = `${before}\n{"flowdeck":{"format":"flowdeck-job","ver\n42\n${after}`;
      const found = file(text);
      expect(ids(found)).toEqual(['j1', 'j2']);
      expect(found.skipped).toEqual([
        { line: 2, why: 'damaged' },
        { line: 3, why: 'no_job' },
      ]);
    },
  );

  it('that is truncated returns the complete jobs', () => {
    const whole = exportText([{ ...context, jobs: two }], 'json', NOW);
    const found = file(whole.slice(0, -40));
    expect(ids(found)).toEqual(['j1']);
    expect(found.skipped).toEqual([{ line: 3, why: 'damaged' }]);
  });

  it('of a newer format version is rejected', () => {
    const text = exportText([{ ...context, jobs: two }], 'ndjson', NOW).replaceAll('"version":1', '"version":2');
    expect(read(text)).toMatchObject({ title: 'Export from a newer version of Flowdeck' });
    const mixed = text + exportText([{ ...context, jobs: [{ ...job, id: 'j3' }] }], 'ndjson', NOW);
    expect(file(mixed).skipped.map(({ why }) => why)).toEqual(['too_new', 'too_new']);
  });

  it('without a surface, as in older versions, is rejected with a hint', () => {
    expect(read(JSON.stringify([{ id: 'j1', status: 'failed', created_at: job.created_at }]))).toMatchObject({
      title: 'This export does not say where its jobs ran',
    });
  });

  it('drops invalid workflows', () => {
    const text = exportText([{ ...context, jobs: [job], workflowOf: () => '{"nodes":[],"links":[]}' }], 'ndjson', NOW);
    expect(file(text).jobs[0]?.workflow).toBeNull();
  });

  it('can be the saved history of a browser', () => {
    const remembered = { surfaceId: 'local', jobId: 'j1', title: 'Mine', createdAt: 5, job };
    const found = file(
      historyText([remembered], [{ surfaceId: 'local', jobId: 'j1', isStarred: true, tags: [] }], NOW),
    );
    expect(found.jobs).toMatchObject([{ remembered: { jobId: 'j1', title: 'Mine' }, mark: { isStarred: true } }]);
    expect(found.jobs[0]?.remembered.job).not.toHaveProperty('urls');
    expect(found.skipped).toEqual([]);
  });

  it('of a history keeps no URL and no date that cannot be displayed, by the same rules as exported jobs', () => {
    const url = 'http://127.0.0.1:9/track.png';
    const outputs = (job.outputs ?? []).map((output) => ({ ...output, url, url_expires_at: '2099-01-01T00:00:00Z' }));
    const details = { ...job, outputs, urls: { self: url, events: url, cancel: 'javascript:alert(1)' } };
    const entry = { surfaceId: 'local', jobId: 'j1', title: '', createdAt: 5, job: details };
    const history = (jobs: unknown[]) =>
      file(JSON.stringify({ format: 'flowdeck-history', version: 1, exported_at: '', jobs }));
    expect(JSON.stringify(history([entry]).jobs)).not.toMatch(/track|javascript/);
    const odd = { ...details, started_at: 'soon', completed_at: '+999999-01-01T00:00:00Z', expires_at: '' };
    const [read] = history([{ ...entry, job: odd }]).jobs;
    expect(read?.remembered.job).not.toHaveProperty('started_at');
    expect(read?.remembered.job).not.toHaveProperty('completed_at');
    const wrong = [
      { ...entry, createdAt: 1e20 },
      { ...entry, job: { ...details, created_at: 'soon' } },
      { ...entry, job: { ...details, id: 'other' } },
      { ...entry, job: 3 },
    ];
    expect(history(wrong)).toMatchObject({ jobs: [], skipped: wrong.map(() => ({ why: 'no_job' })) });
  });

  test.each([
    ['[]', 'There are no jobs in this export'],
    ['[{"id": ', 'This export is damaged'],
    ['{"format":"flowdeck-history","version":1,', 'This export is damaged'],
    ['{"format":"flowdeck-history","version":2,"jobs":[]}', 'Export from a newer version of Flowdeck'],
    ['id,title,status,created_at\r\nj1', 'This is a CSV export'],
  ])('%j is rejected: %s', (text, title) => {
    expect(read(text)).toMatchObject({ title });
  });

  it('is not confused with other files', () => {
    expect(readJobsFile(workflow, 'mine.json')).toMatchObject({ title: 'Not a Flowdeck job export' });
  });
});

describe('a dropped file', () => {
  test.each([
    [exportText([{ ...context, jobs: [job] }], 'json', NOW), 'export'],
    [exportText([{ ...context, jobs: [job] }], 'ndjson', NOW), 'export'],
    [historyText([], [], NOW), 'export'],
    [exportText([{ ...context, jobs: [job] }], 'csv', NOW), 'problem'],
    [workflow, 'workflow'],
  ])('is classified: %#', async (text, kind) => {
    expect(await readWorkflowFile(new Blob([text]), 'x')).toMatchObject({ kind });
  });

  it('can be an export larger than any workflow', async () => {
    const large = new Blob([exportText([{ ...context, jobs: [job] }], 'ndjson', NOW), ' '.repeat(33 * 1024 * 1024)]);
    expect(await readWorkflowFile(large, 'x')).toEqual({ kind: 'export' });
  });
});
