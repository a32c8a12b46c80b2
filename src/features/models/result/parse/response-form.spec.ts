import { describe, expect, it } from 'vitest';
import { formOf, typeOfBytes } from './response-form';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const PNG = bytes('\x89PNG\r\n\x1a\n');

describe('the form of a response', () => {
  it.each([
    ['application/json; charset=utf-8', '{}', 'json'],
    ['application/problem+json', '{}', 'json'],
    ['audio/mpeg', '{"a":1}', 'file'],
    ['image/svg+xml', '<svg/>', 'file'],
    ['text/plain', '{"a":1}', 'text'],
    ['text/html', '<p>', 'text'],
    ['model/gltf-binary', 'glTF', 'file'],
    ['', ' \n[1]', 'json'],
    ['*/*', '{"a":1}', 'json'],
    ['application/octet-stream', 'ID3', 'file'],
  ])('R-2.70 depends on the content type first: %s with %j is %s', (contentType, start, form) => {
    expect(formOf(contentType, bytes(start))).toBe(form);
  });

  it('depends on the signature only if the content type is inconclusive', () => {
    expect(typeOfBytes('application/octet-stream', PNG)).toBe('image/png');
    expect(typeOfBytes('', bytes('?'))).toBe('application/octet-stream');
    expect(typeOfBytes('image/jpeg', PNG)).toBe('image/jpeg');
  });
});
