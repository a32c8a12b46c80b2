import { describe, expect, it } from 'vitest';
import { isModelSegment, isProviderSegment, modelPath, readModelId } from './model-id';
import { chargesOnPolicyRejection, ModelPage, RouterError } from './schemas';
import { FieldError } from './validation-error';
import { Cursor, WrittenModelEntry } from './written-schemas';

describe('model ids', () => {
  it('are two lowercase slugs with a slash between them', () => {
    expect(readModelId('luma_2/ray-2.1')).toEqual({ provider: 'luma_2', model: 'ray-2.1' });
    for (const bad of ['luma', 'a/b/c', 'A/b', 'a..b/c', '-a/b', 'a/b-', '/', '']) expect(readModelId(bad)).toBeNull();
  });

  it('have bounded segments', () => {
    expect([isProviderSegment('a'.repeat(64)), isProviderSegment('a'.repeat(65))]).toEqual([true, false]);
    expect([isModelSegment('a'.repeat(128)), isModelSegment('a'.repeat(129))]).toEqual([true, false]);
  });

  it('appear in the path unchanged', () => {
    expect(modelPath('a.b/c_d-e')).toBe('/v2/models/a.b/c_d-e');
  });
});

describe('lenient parsing', () => {
  it('preserves unknown fields of entries and pages', () => {
    const entry = { id: 'a/b', provider: 'a', model: 'b', billing: { charges_on_policy_rejection: true, tier: 1 } };
    const page = { data: [entry], has_more: false, limit: 20, next_cursor: null, more: 1 };
    expect(ModelPage.parse(page)).toEqual(page);
  });

  it('treats any value except yes and no as a possible charge', () => {
    const read = (fact: unknown) => chargesOnPolicyRejection({ charges_on_policy_rejection: fact });
    expect(['yes', 'no', 'unknown', 'sometimes', '', true, undefined].map(read)).toEqual([
      'yes',
      'no',
      ...Array.from({ length: 5 }, () => 'maybe'),
    ]);
  });

  it('distinguishes an absent rejected value from null', () => {
    expect(Object.hasOwn(FieldError.parse({ loc: [], msg: '', type: 'x' }), 'input')).toBe(false);
    expect(FieldError.parse({ loc: ['body', 1], msg: '', type: 'x', input: null })).toHaveProperty('input', null);
  });

  it('accepts an unknown bucket', () => {
    expect(RouterError.safeParse({ detail: 'no', error_type: 'brand_new' }).success).toBe(true);
  });
});

describe('strict validation', () => {
  it('restricts billing to its three values', () => {
    const entry = (billing: object) => ({ id: 'a/b', provider: 'a', model: 'b', billing });
    expect(WrittenModelEntry.safeParse(entry({ charges_on_policy_rejection: 'no' })).success).toBe(true);
    expect(WrittenModelEntry.safeParse(entry({ charges_on_policy_rejection: false })).success).toBe(false);
    expect(WrittenModelEntry.safeParse(entry({ charges_on_policy_rejection: 'no', price: 1 })).success).toBe(false);
  });

  it('restricts cursors to their characters', () => {
    expect(['a+/=~._-Z9', 'a'.repeat(512)].every((text) => Cursor.safeParse(text).success)).toBe(true);
    expect(['', ' bad ', 'a'.repeat(513)].some((text) => Cursor.safeParse(text).success)).toBe(false);
  });
});
