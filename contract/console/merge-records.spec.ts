import { fc } from '@contract/testing/properties';
import { describe, expect, test } from 'vitest';
import { RecordChanges, type RecordState } from './curated-records';
import { changesWithout, isLiving, isNoChange, lastChange, mergeRecords } from './merge-records';

const time = fc.integer({ min: 1, max: 6 });
const value = fc.oneof(fc.constantFrom('', 'a', 'b'), fc.integer({ min: 0, max: 5 }), fc.boolean(), fc.constant(null));
const fields = fc.dictionary(fc.constantFrom('star', 'title', 'toString'), fc.record({ value, at: time }), {
  noNullPrototype: true,
});
/** As a gateway or a browser holds it. */
const state = fc
  .tuple(fields, fc.option(time, { nil: undefined }))
  .map(([drawn, deletedAt]): RecordState =>
    mergeRecords({ fields: drawn }, { fields: {}, ...(deletedAt === undefined ? {} : { deleted_at: deletedAt }) }),
  );

const star = (is: boolean, at: number): RecordState => ({ fields: { star: { value: is, at } } });

describe('curated records', () => {
  test('merge to the same state in either order and any number of times', () => {
    fc.assert(
      fc.property(state, state, (a, b) => {
        expect(mergeRecords(a, b)).toEqual(mergeRecords(b, a));
        expect(mergeRecords(mergeRecords(a, b), b)).toEqual(mergeRecords(a, b));
        expect(lastChange(mergeRecords(a, b))).toBe(Math.max(lastChange(a), lastChange(b)));
      }),
    );
  });

  test('without deletions merge to the same state in any order', () => {
    fc.assert(
      fc.property(fields, fields, fields, (a, b, c) => {
        const [left, middle, right] = [{ fields: a }, { fields: b }, { fields: c }];
        expect(mergeRecords(mergeRecords(left, middle), right)).toEqual(
          mergeRecords(left, mergeRecords(middle, right)),
        );
      }),
    );
  });

  test('keep the later value of each field', () => {
    const here: RecordState = { fields: { title: { value: 'Here', at: 5 }, text: { value: 'here', at: 9 } } };
    const there: RecordState = { fields: { title: { value: 'There', at: 6 }, text: { value: 'there', at: 8 } } };
    expect(mergeRecords(here, there)).toEqual({
      fields: { text: { value: 'here', at: 9 }, title: { value: 'There', at: 6 } },
    });
  });

  test('lose nothing if two browsers have kept them from before', () => {
    expect(mergeRecords(star(false, 1), star(true, 1))).toEqual(star(true, 1));
    const rated = (stars: number): RecordState => ({ fields: { rating: { value: stars, at: 1 } } });
    expect(mergeRecords(rated(4), rated(2))).toEqual(rated(4));
  });

  test('are deleted until a field is changed later', () => {
    const deleted = mergeRecords(star(true, 5), { fields: {}, deleted_at: 5 });
    expect([isLiving(deleted), deleted]).toEqual([false, { fields: {}, deleted_at: 5 }]);
    expect(isLiving(mergeRecords(deleted, star(true, 4)))).toBe(false);
    expect(mergeRecords(deleted, star(true, 6))).toEqual({ ...star(true, 6), deleted_at: 5 });
  });

  test('without what was sent are the changes made since', () => {
    const sent: RecordState = { fields: { star: { value: true, at: 5 } }, deleted_at: 4 };
    expect(isNoChange(changesWithout(sent, sent))).toBe(true);
    expect(changesWithout({ ...sent, ...star(false, 6) }, sent)).toEqual(star(false, 6));
    expect(changesWithout({ ...sent, deleted_at: 7 }, sent)).toEqual({ fields: {}, deleted_at: 7 });
  });

  test.each([
    [{ kind: 'view', id: '', fields: {} }],
    [{ kind: 'View', id: 'a', fields: {} }],
    [{ kind: 'view', id: 'a', fields: { name: { value: 'x', at: 0 } } }],
    [{ kind: 'view', id: 'a', fields: { name: { value: {}, at: 1 } } }],
    [{ kind: 'view', id: 'a', fields: { ['x'.repeat(61)]: { value: 'x', at: 1 } } }],
    [{ kind: 'view', id: 'a', fields: {}, note: 'x' }],
  ])('are rejected as %j', (record) => {
    expect(RecordChanges.safeParse({ since: 0, records: [record] }).success).toBe(false);
    expect(RecordChanges.safeParse({ since: 0, records: [{ kind: 'view', id: 'a', fields: {} }] }).success).toBe(true);
  });
});
