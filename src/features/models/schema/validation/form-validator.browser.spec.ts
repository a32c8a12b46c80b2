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

describe('the worker that judges bodies', () => {
  it('answers with faults at their places', async () => {
    const document = modelDocument({ type: 'object', required: ['a'], properties: { b: { type: 'integer' } } });
    const { extent, faults } = await validate(document, '{"b":"x"}');
    expect(extent).toBe('full');
    expect(faults.map(({ path, message }) => [path, message])).toEqual([
      [['a'], 'Required.'],
      [['b'], 'Must be a whole number.'],
    ]);
  });

  it('does without a pattern that never ends', async () => {
    const document = modelDocument({
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'integer' } },
    });
    const { extent, faults } = await validate(document, JSON.stringify({ a: `${'a'.repeat(60)}!`, b: 'x' }));
    expect(extent).toBe('without-patterns');
    expect(faults).toMatchObject([{ path: ['b'] }]);
  });
});
