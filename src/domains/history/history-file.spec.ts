import { describe, expect, it } from 'vitest';
import type { HistoryJob } from '../job-record/history-job';
import { historyFileName, historyText, readHistory } from './history-file';

const now = new Date('2026-11-21T16:00:00Z');
const output = {
  node_id: '9',
  id: 'a1',
  size_bytes: 3,
  hash: null,
  name: 'coral.png',
  type: 'image',
  content_type: 'image/png',
  url: 'https://example.test/signed?s=secret',
  url_expires_at: '2026-11-21T18:00:00Z',
};
const coral: HistoryJob = {
  surfaceId: 'local',
  jobId: 'j1',
  title: 'Coral',
  createdAt: 5,
  job: { id: 'j1', status: 'succeeded', created_at: '2026-11-21T15:00:00Z', outputs: [output] },
};
const unread: HistoryJob = { surfaceId: 'local', jobId: 'j2', title: '', createdAt: 6, job: null };

const mark = { surfaceId: 'local', jobId: 'j1', isStarred: true, tags: ['best'], rating: 4 } as const;

describe('a history export', () => {
  it('survives a round trip, except for the URLs of its outputs', () => {
    const text = historyText([coral, unread], [mark], now);
    expect(text).not.toContain('secret');
    const back = readHistory(text);
    expect(back?.skipped).toBe(0);
    expect(back?.marks).toEqual([mark]);
    expect(back?.jobs.map(({ jobId, title, job }) => [jobId, title, job?.status])).toEqual([
      ['j1', 'Coral', 'succeeded'],
      ['j2', '', undefined],
    ]);
    expect(back?.jobs[0]?.job?.outputs?.[0]).toMatchObject({ name: 'coral.png', url: '' });
  });

  it('of an older version is read without annotations', () => {
    const text = historyText([coral], [mark], now).replace('"marks"', '"other"');
    expect(readHistory(text)).toMatchObject({ jobs: [{ jobId: 'j1' }], marks: [] });
  });

  it('skips invalid jobs, and counts them', () => {
    const text = historyText([coral], [], now).replace('"jobs": [', '"jobs": [{"jobId": 3}, null,');
    expect(readHistory(text)).toMatchObject({ jobs: [{ jobId: 'j1' }], skipped: 2 });
  });

  it.each([
    '',
    'no json',
    '[]',
    '{"format":"other","version":1,"jobs":[]}',
    '{"format":"flowdeck-history","version":2,"jobs":[]}',
  ])('is not %j', (text) => {
    expect(readHistory(text)).toBeNull();
  });

  it('has the date in its file name', () => {
    expect(historyFileName(now)).toBe('flowdeck-history-2026-11-21.json');
  });
});
