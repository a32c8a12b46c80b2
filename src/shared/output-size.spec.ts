import { expect, it } from 'vitest';
import { formatOutputSize } from './output-size';

it.each([
  [0, null, 'unknown size'],
  [0, 'blake3:af13', '0 B'],
  [1738, null, '1.70 KiB'],
])('%d bytes with hash %s are %s', (size_bytes, hash, words) => {
  expect(formatOutputSize({ size_bytes, hash })).toBe(words);
});
