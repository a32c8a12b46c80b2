import { afterEach, describe, expect, it } from 'vitest';
import { bodyFromText } from '../body';
import { modelDocument } from '../testing/model-documents';
import { FormValidator, type Validation } from './form-validator';

let validator: FormValidator | null = null;
afterEach(() => validator?.dispose());

/** Resolves with the first validation of a body. */
function validate(document: string, text: string): Promise<Validation> {
  return new Promise((resolve) => {
    validator = new FormValidator(document, resolve);
    validator.check(bodyFromText(text));
  });
}

describe('the body validation worker', () => {
  it('reports errors at their paths', async () => {
    const document = modelDocument({ type: 'object', required: ['a'], properties: { b: { type: 'integer' } } });
    const { extent, faults } = await validate(document, '{"b":"x"}');
    expect(extent).toBe('full');
    expect(faults.map(({ path, message }) => [path, message])).toEqual([
      [['a'], 'Required.'],
      [['b'], 'Must be a whole number.'],
    ]);
  });

  it('skips a pattern that never terminates', async () => {
    const document = modelDocument({
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'integer' } },
    });
    const { extent, faults } = await validate(document, JSON.stringify({ a: `${'a'.repeat(60)}!`, b: 'x' }));
    expect(extent).toBe('without-patterns');
    expect(faults).toMatchObject([{ path: ['b'] }]);
  });
});
