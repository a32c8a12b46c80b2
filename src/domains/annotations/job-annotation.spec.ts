import { describe, expect, test } from 'vitest';
import {
  changedAnnotation,
  cleanTag,
  countAnnotations,
  isBlank,
  matchesAnnotations,
  readTags,
  type JobAnnotation,
} from './job-annotation';

const blank: JobAnnotation = { surfaceId: 'local', jobId: 'j1', isStarred: false, tags: [] };
const starred: JobAnnotation = { ...blank, isStarred: true };
const coral: JobAnnotation = { ...starred, jobId: 'j2', tags: ['coral', 'night'] };

describe('a job annotation', () => {
  test.each([
    ['  two   words ', 'two words'],
    ['a,b', 'a b'],
    [' , ', ''],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('stores %j as the tag %j', (text, tag) => {
    expect(cleanTag(text)).toBe(tag);
  });

  test('parses several tags, without duplicates and in order', () => {
    expect(readTags('take 10, coral,, take 2 ,coral')).toEqual(['coral', 'take 2', 'take 10']);
  });

  test('changes only the given properties', () => {
    expect(changedAnnotation(coral, { star: false })).toEqual({ ...coral, isStarred: false });
    expect(changedAnnotation(coral, { addTags: ['best', 'coral', ' '], removeTags: ['night'] })).toEqual({
      ...coral,
      tags: ['best', 'coral'],
    });
  });

  test.each([
    [{ rating: 4 } as const, 4],
    [{ star: true }, 3],
    [{ rating: 0 } as const, undefined],
  ])('parses the rating %j as %j', (change, rating) => {
    expect(changedAnnotation({ ...blank, rating: 3 }, change).rating).toBe(rating);
  });

  test('is empty without star, tags and rating', () => {
    const rated: JobAnnotation = { ...blank, rating: 1 };
    expect([blank, starred, { ...blank, tags: ['coral'] }, rated].map(isBlank)).toEqual([true, false, false, false]);
    expect(isBlank(changedAnnotation(rated, { rating: 0 }))).toBe(true);
  });

  test.each([
    [{ star: true }, ['j1', 'j2', 'j3']],
    [{ tags: ['coral'] }, ['j2']],
    [{ star: true, tags: ['coral', 'night'] }, ['j2']],
    [{ tags: ['coral', 'day'] }, []],
    [{ rated: 2 } as const, ['j2', 'j3']],
    [{ rated: 3 } as const, ['j3']],
    [{ rated: 2, tags: ['night'] } as const, ['j2']],
  ])('matches %j', (filter, ids) => {
    const marks: JobAnnotation[] = [starred, { ...coral, rating: 2 }, { ...starred, jobId: 'j3', rating: 5 }];
    const passing = marks.filter((mark) => matchesAnnotations(mark, { star: false, tags: [], rated: 0, ...filter }));
    expect(passing.map(({ jobId }) => jobId)).toEqual(ids);
  });

  test('is counted by star, by tag and by minimum rating', () => {
    const fair: JobAnnotation = { ...blank, rating: 2 };
    expect(countAnnotations([starred, coral, { ...blank, tags: ['coral'], rating: 5 }, fair, fair])).toEqual({
      starred: 2,
      rated: [
        [5, 1],
        [2, 3],
      ],
      tags: [
        ['coral', 2],
        ['night', 1],
      ],
    });
  });
});
