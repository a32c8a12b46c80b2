import { describe, expect, it } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { exportFileName, exportText, type ExportContext } from './export-jobs';

const plain: ExportContext = {
  surface: { id: 'local', name: 'Here', baseUrl: 'http://here', routerBaseUrl: null, kind: 'gateway' },
  now: new Date('2026-11-21T12:00:00Z'),
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

describe('the export of jobs', () => {
  it('is JSON as the surface told it, without the addresses of contents', () => {
    const [first] = JSON.parse(exportText([job], 'json', plain)) as ListedJob[];
    expect(first).toMatchObject({ id: 'a1', status: 'failed', outputs: [{ id: 'o1', name: 'one.png' }] });
    for (const format of ['json', 'ndjson', 'csv'] as const)
      expect(exportText([job], format, plain)).not.toContain('secret');
  });

  it('says of each job where it is from, what was noted about it, and what it ran, number by number', () => {
    const text = exportText([job], 'json', {
      ...plain,
      markOf: (jobId) => ({ surfaceId: 'local', jobId, isStarred: true, tags: ['best'], rating: 4 }),
      workflowOf: () => '{"3":{"class_type":"Seed","inputs":{"seed":18446744073709551615}}}',
    });
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

  it('is one job a line', () => {
    const lines = exportText([job, { ...job, id: 'a2' }], 'ndjson', plain)
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as ListedJob).id)).toEqual(['a1', 'a2']);
  });

  it('is a table that no spreadsheet takes for formulas', () => {
    const [head, ...rows] = exportText([job], 'csv', plain).split('\r\n');
    expect(head?.split(',').slice(0, 3)).toEqual(['id', 'title', 'status']);
    expect(rows[0]).toContain(`a1,"'=HYPERLINK(""http://evil"")",failed,`);
    expect(rows[0]).toContain(',4,42.5,1,one.png,execution_failed,12,"Sizes ""differ"",\nsee log"');
  });

  it('has a file name with the day', () => {
    expect(exportFileName('csv', new Date('2026-11-21T12:00:00Z'))).toBe('flowdeck-jobs-2026-11-21.csv');
  });
});
