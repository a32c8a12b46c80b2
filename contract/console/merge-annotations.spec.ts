import { fc } from '@contract/testing/properties';
import { describe, expect, test } from 'vitest';
import { AnnotationChanges, type StampedAnnotation } from './job-annotations';
import { hasNoFields, lastChange, annotationWithout, mergeAnnotations } from './merge-annotations';

const time = fc.integer({ min: 1, max: 6 });
const flag = fc.record({ is: fc.boolean(), at: time });
const annotation: fc.Arbitrary<StampedAnnotation> = fc.record(
  {
    star: flag,
    rating: fc.record({ stars: fc.integer({ min: 0, max: 5 }), at: time }),
    tags: fc
      .uniqueArray(fc.constantFrom('__proto__', 'best', 'coral', 'night'), { minLength: 1 })
      .chain((tags) => fc.tuple(...tags.toSorted().map((tag) => flag.map((drawn) => ({ tag, ...drawn }))))),
  },
  { requiredKeys: [] },
);

describe('annotations of a job', () => {
  test('merge to the same state in any order and any number of times', () => {
    fc.assert(
      fc.property(annotation, annotation, annotation, (a, b, c) => {
        expect(mergeAnnotations(a, b)).toEqual(mergeAnnotations(b, a));
        expect(mergeAnnotations(mergeAnnotations(a, b), c)).toEqual(mergeAnnotations(a, mergeAnnotations(b, c)));
        expect(mergeAnnotations(mergeAnnotations(a, b), b)).toEqual(mergeAnnotations(a, b));
        expect(lastChange(mergeAnnotations(a, b))).toBe(Math.max(lastChange(a), lastChange(b)));
      }),
    );
  });

  test('keep the later value of each field', () => {
    const here: StampedAnnotation = {
      star: { is: true, at: 5 },
      rating: { stars: 2, at: 9 },
      tags: [{ tag: 'coral', is: true, at: 3 }],
    };
    const there: StampedAnnotation = {
      star: { is: false, at: 6 },
      rating: { stars: 5, at: 8 },
      tags: [{ tag: 'best', is: true, at: 1 }],
    };
    expect(mergeAnnotations(here, there)).toEqual({
      star: { is: false, at: 6 },
      rating: { stars: 2, at: 9 },
      tags: [
        { tag: 'best', is: true, at: 1 },
        { tag: 'coral', is: true, at: 3 },
      ],
    });
  });

  test('lose nothing if two browsers have kept them from before', () => {
    const here: StampedAnnotation = { star: { is: true, at: 1 }, rating: { stars: 2, at: 1 } };
    const there: StampedAnnotation = { star: { is: false, at: 1 }, rating: { stars: 4, at: 1 } };
    expect(mergeAnnotations(there, here)).toEqual({ star: { is: true, at: 1 }, rating: { stars: 4, at: 1 } });
  });

  test('without what was sent are the changes made since', () => {
    const sent: StampedAnnotation = { star: { is: true, at: 5 }, tags: [{ tag: 'coral', is: true, at: 5 }] };
    expect(hasNoFields(annotationWithout(sent, sent))).toBe(true);
    expect(annotationWithout({ ...sent, star: { is: false, at: 6 } }, sent)).toEqual({ star: { is: false, at: 6 } });
    const night = { tag: 'night', is: true, at: 5 };
    expect(annotationWithout({ tags: [...(sent.tags ?? []), night] }, sent)).toEqual({ tags: [night] });
  });

  test.each([
    [{ star: { is: true, at: 0 } }],
    [{ rating: { stars: 6, at: 1 } }],
    [{ tags: [{ tag: 'x'.repeat(41), is: true, at: 1 }] }],
    [{ tags: Array.from({ length: 1001 }, (_, tag) => ({ tag: `tag ${tag}`, is: true, at: 1 })) }],
    [{ tags: [] }],
    [{ note: 'x' }],
  ])('are rejected as %j', (body) => {
    expect(AnnotationChanges.safeParse({ jobs: [{ id: 'a', annotation: body }] }).success).toBe(false);
  });
});
