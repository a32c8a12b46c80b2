import { describe, expect, it } from 'vitest';
import { listsByName, LIST_LIMITS, listProblem, unusedReason, usableLists } from './wildcard-lists';

const named = (name: string, id = name, text = `values of ${name}`) => ({ id, name, text });

describe('wildcard lists', () => {
  it('need a name that a text can use, of their own, and a value', () => {
    const some = [named('color'), named('hair/long_red')];
    expect(listProblem(some, named('mood'))).toBeNull();
    expect(listProblem(some, named('color'))).toBeNull();
    expect(listProblem(some, named('Color', 'x'))).toEqual({ in: 'name', message: 'Another list has this name.' });
    expect(listProblem(some, named('', 'x'))).toEqual({ in: 'name', message: 'A name is required.' });
    for (const name of ['a b', '_a', 'a_', 'a__b', 'é'])
      expect(listProblem(some, named(name, 'x'))?.message).toMatch(/^A name has/);
    expect(listProblem(some, named('x', 'x', '# only a comment\n'))).toEqual({
      in: 'text',
      message: 'At least one value is required.',
    });
    const many = Array.from({ length: LIST_LIMITS.count }, (_, index) => named(`list${index}`));
    expect(listProblem(many, named('more'))).toMatchObject({ in: null, message: expect.stringMatching(/^At most/) });
  });

  it('of two browsers may have the same name: one is used, and the other says so', () => {
    const two = [named('color', 'b', 'red'), named('color', 'a', 'blue')];
    expect(listsByName(two)).toEqual({ color: 'blue' });
    expect(listsByName(two.toReversed())).toEqual({ color: 'blue' });
    expect(two.map((list) => unusedReason(two, list))).toEqual([expect.stringMatching(/^Not used: another/), null]);
  });

  it('whose text another browser overwrote is not used until it has a name of its own', () => {
    const earlier = named('color (earlier version)');
    expect(unusedReason([earlier], earlier)).toMatch(/^Not used: .* cannot be typed/);
    expect(usableLists([earlier, named('color')])).toEqual([named('color')]);
    expect(listsByName([earlier])).toEqual({});
  });
});
