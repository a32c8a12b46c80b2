import { expect, it } from 'vitest';
import { formatOutputSize, formatTotalSize } from './output-size';

it.each([
  [0, null, 'unknown size'],
  [0, 'blake3:af13', '0 B'],
  [1738, null, '1.70 KiB'],
])('%d bytes with hash %s are %s', (size_bytes, hash, text) => {
  expect(formatOutputSize({ size_bytes, hash })).toBe(text);
});

it.each([
  [[], '0 B'],
  [[1024], '1.00 KiB'],
  [[0], 'unknown size'],
  [[1024, 0], 'more than 1.00 KiB'],
])('files of %j bytes without hashes are %s together', (sizes, text) => {
  expect(formatTotalSize(sizes.map((size_bytes) => ({ size_bytes, hash: null })))).toBe(text);
});
