import { describe, expect, test } from 'vitest';
import { changedMark, cleanTag, countMarks, isBlank, passesMarks, readTags, type JobMark } from './job-mark';

const blank: JobMark = { surfaceId: 'local', jobId: 'j1', isStarred: false, tags: [] };
const starred: JobMark = { ...blank, isStarred: true };
const coral: JobMark = { ...starred, jobId: 'j2', tags: ['coral', 'night'] };

describe('the mark of a job', () => {
  test.each([
    ['  two   words ', 'two words'],
    ['a,b', 'a b'],
    [' , ', ''],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('keeps %j as the tag %j', (text, tag) => {
    expect(cleanTag(text)).toBe(tag);
  });

  test('takes several tags at once, each once and in order', () => {
    expect(readTags('take 10, coral,, take 2 ,coral')).toEqual(['coral', 'take 2', 'take 10']);
  });

  test('changes by what is named and by nothing else', () => {
    expect(changedMark(coral, { star: false })).toEqual({ ...coral, isStarred: false });
    expect(changedMark(coral, { addTags: ['best', 'coral', ' '], removeTags: ['night'] })).toEqual({
      ...coral,
      tags: ['best', 'coral'],
    });
  });

  test('is blank without star and tags', () => {
    expect([blank, starred, { ...blank, tags: ['coral'] }].map(isBlank)).toEqual([true, false, false]);
  });

  test.each([
    [{ star: true, tags: [] }, ['j1', 'j2']],
    [{ star: false, tags: ['coral'] }, ['j2']],
    [{ star: true, tags: ['coral', 'night'] }, ['j2']],
    [{ star: false, tags: ['coral', 'day'] }, []],
  ])('passes %j', (filter, ids) => {
    expect([starred, coral].filter((mark) => passesMarks(mark, filter)).map(({ jobId }) => jobId)).toEqual(ids);
  });

  test('is counted by star and by tag', () => {
    expect(countMarks([starred, coral, { ...blank, tags: ['coral'] }])).toEqual({
      starred: 2,
      tags: [
        ['coral', 2],
        ['night', 1],
      ],
    });
  });
});
