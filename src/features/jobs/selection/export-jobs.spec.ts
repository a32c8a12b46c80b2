import { describe, expect, it } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { exportFileName, exportText, type ExportPart } from './export-jobs';

const NOW = new Date('2026-11-21T12:00:00Z');
const plain: Omit<ExportPart, 'jobs'> = {
  surface: { id: 'local', name: 'Here', baseUrl: 'http://here', routerBaseUrl: null, kind: 'gateway' },
  markOf: () => undefined,
  workflowOf: () => undefined,
};

const job: ListedJob = {
  id: 'a1',
  status: 'failed',
  created_at: '2026-11-20T10:00:00Z',
  started_at: '2026-11-20T10:00:04Z',
  completed_at: '2026-11-20T10:00:46.500Z',
  outputs: [
    {
      id: 'o1',
      node_id: '9',
      name: 'one.png',
      type: 'image',
      content_type: 'image/png',
      size_bytes: 4,
      hash: null,
      url: 'http://127.0.0.1/content?signature=secret',
      url_expires_at: '2026-11-21T10:00:00Z',
    },
  ],
  error: { code: 'execution_failed', message: 'Sizes "differ",\nsee log', node_id: '12' },
  metadata: { flowdeck_title: '=HYPERLINK("http://evil")' },
};

describe('exported jobs', () => {
  it('are JSON as reported by the surface, without content URLs', () => {
    const [first] = JSON.parse(exportText([{ ...plain, jobs: [job] }], 'json', NOW)) as ListedJob[];
    expect(first).toMatchObject({ id: 'a1', status: 'failed', outputs: [{ id: 'o1', name: 'one.png' }] });
    for (const format of ['json', 'ndjson', 'csv'] as const)
      expect(exportText([{ ...plain, jobs: [job] }], format, NOW)).not.toContain('secret');
  });

  it('contain for each job its source, its annotations and its workflow with unchanged numbers', () => {
    const text = exportText(
      [
        {
          ...plain,
          jobs: [job],
          markOf: (jobId) => ({ surfaceId: 'local', jobId, isStarred: true, tags: ['best'], rating: 4 }),
          workflowOf: () => '{"3":{"class_type":"Seed","inputs":{"seed":18446744073709551615}}}',
        },
      ],
      'json',
      NOW,
    );
    expect(text).toContain('"seed":18446744073709551615');
    expect(JSON.parse(text)).toMatchObject([
      {
        flowdeck: {
          format: 'flowdeck-job',
          version: 1,
          exported_at: '2026-11-21T12:00:00.000Z',
          surface: { id: 'local', name: 'Here', address: 'http://here' },
          starred: true,
          tags: ['best'],
          rating: 4,
        },
      },
    ]);
  });

  it('are written one per line', () => {
    const lines = exportText([{ ...plain, jobs: [job, { ...job, id: 'a2' }] }], 'ndjson', NOW)
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as ListedJob).id)).toEqual(['a1', 'a2']);
  });

  it('are a table without spreadsheet formulas', () => {
    const [head, ...rows] = exportText([{ ...plain, jobs: [job] }], 'csv', NOW).split('\r\n');
    expect(head?.split(',').slice(0, 3)).toEqual(['"id"', '"title"', '"status"']);
    expect(rows[0]).toContain(`"a1","'=HYPERLINK(""http://evil"")","failed",`);
    expect(rows[0]).toContain(',4,42.5,1,"one.png","execution_failed",12,"Sizes ""differ"",\nsee log"');
  });

  it('include the jobs of several servers, each with its own', () => {
    const lab = { ...plain, surface: { ...plain.surface, id: 'lab', name: 'Lab' }, workflowOf: () => '{"of":"lab"}' };
    const parts = [
      { ...plain, jobs: [job] },
      { ...lab, jobs: [job] },
    ];
    const [here, far] = JSON.parse(exportText(parts, 'json', NOW)) as { flowdeck: object }[];
    expect(here?.flowdeck).toMatchObject({ surface: { id: 'local' } });
    expect(here?.flowdeck).not.toHaveProperty('workflow');
    expect(far?.flowdeck).toMatchObject({ surface: { id: 'lab' }, workflow: { of: 'lab' } });
    const rows = exportText(parts, 'csv', NOW).split('\r\n');
    expect(rows.slice(0, 3).map((row) => row.split(',').at(-1))).toEqual(['"server"', '"Here"', '"Lab"']);
  });

  it('have a file name with the date', () => {
    expect(exportFileName('csv', new Date('2026-11-21T12:00:00Z'))).toBe('flowdeck-jobs-2026-11-21.csv');
  });
});
