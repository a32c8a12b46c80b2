import { describe, expect, it } from 'vitest';
import { addressName, encodedLength, mediaFacts, wayFor } from './media-value';
import { mediaField } from './testing/make-field';

const MB = 1024 * 1024;
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a file on its way into a body', () => {
  const both = mediaField(['image'], { ways: ['url', 'data-uri'] });

  it('goes as the document prefers', () => {
    expect(wayFor(both, MB, 'image/png', false)).toBe('url');
    expect(wayFor(mediaField(['image'], { ways: ['base64', 'url'] }), MB, 'image/png', false)).toBe('base64');
  });

  it('goes inside of the body where its address would be of this machine', () => {
    expect(wayFor(both, MB, 'image/png', true)).toBe('data-uri');
    expect(wayFor(mediaField(['image']), MB, 'image/png', true)).toBe('url');
  });

  it('goes the other way where it is too large for the first, and none where it is for all', () => {
    const inlineFirst = mediaField(['image'], { ways: ['base64', 'url'] });
    expect(wayFor(inlineFirst, 90 * MB, 'image/png', true)).toBe('url');
    expect(wayFor(mediaField(['image'], { ways: ['base64'] }), 90 * MB, 'image/png', false)).toBeNull();
    expect(wayFor(mediaField(['image'], { ways: ['base64'], maxLength: 100 }), MB, 'image/png', false)).toBeNull();
  });

  it('is as long as base64 makes it', () => {
    expect(encodedLength(4, 'base64', '')).toBe(8);
    expect(encodedLength(3, 'data-uri', 'image/png')).toBe('data:image/png;base64,AAAA'.length);
  });
});

describe('what a value tells of its file', () => {
  it.each([
    [png, { way: 'base64', contentType: 'image/png', sizeBytes: 70 }],
    [`data:image/png;base64,${png}`, { way: 'data-uri', contentType: 'image/png', sizeBytes: 70 }],
    ['data:image/svg+xml;base64,PHN2Zz4=', { way: 'data-uri', pictureUrl: null }],
    ['https://example.com/a/b.png?x=1', { way: 'url', pictureUrl: null }],
    ['asset://42', { way: 'url' }],
    ['AQID', { way: 'base64', contentType: '', sizeBytes: 3, pictureUrl: null }],
  ])('%.30s', (value, expected) => {
    expect(mediaFacts(value)).toMatchObject(expected);
  });

  it('names a file by the end of its address', () => {
    expect(addressName('https://example.com/a/my%20cat.png?x=1')).toBe('my cat.png');
    expect(addressName('https://example.com/')).toBe('example.com');
    expect(addressName('not an address')).toBe('not an address');
  });
});
