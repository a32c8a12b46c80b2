import { expect, it } from 'vitest';
import { changesText } from '@/shared/result/run-change';
import { changedFields } from './changed-fields';

const between = (before: string, after: string) => changesText(changedFields(before, after) ?? []);

it('names changed values before changed seeds, with every digit', () => {
  const before = '{"seed":18446744073709551614,"size":{"width":512},"prompt":"a fox"}';
  const after = '{"seed":18446744073709551615,"size":{"width":768},"prompt":"a fox"}';
  expect(between(before, after)).toBe('size.width 768, seed 18446744073709551615');
  expect(between(after, after)).toBe('same inputs');
});

it('shows no file, and what is missing as removed', () => {
  expect(between('{"image":"data:image/png;base64,AA","style":"oil"}', '{"image":"data:image/png;base64,BB"}')).toBe(
    'image another file, style removed',
  );
});

it('knows nothing of a body that is not JSON', () => {
  expect(changedFields('{"a":1}', 'a')).toBeNull();
});
