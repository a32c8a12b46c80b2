import { expect, test } from 'vitest';
import { hexText } from './hex-text';

test('the hex dump shows bytes as numbers and as characters, sixteen per line', () => {
  const bytes = new TextEncoder().encode('ID3\u0000 a tune of seas');
  expect(hexText(bytes)).toBe(
    '00000000  49 44 33 00 20 61 20 74 75 6e 65 20 6f 66 20 73  ID3. a tune of s\n' +
      '00000010  65 61 73                                         eas',
  );
  expect(hexText(new Uint8Array())).toBe('');
});
