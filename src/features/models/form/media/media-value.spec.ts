import { describe, expect, it } from 'vitest';
import { urlName, encodedLength, isLoopbackUrl, mediaDetails, encodingFor, wrongTypeMessage } from './media-value';
import { mediaField } from '../testing/make-field';

const MB = 1024 * 1024;
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('a file of the wrong kind for the input is named', () => {
  const image = mediaField(['image']);
  const file = (contentType: string) => ({ name: 'a', contentType });
  expect(wrongTypeMessage(image, file('video/mp4'))).toBe('It is a video, and this input needs an image.');
  expect(wrongTypeMessage(image, file('model/gltf-binary'))).toMatch(/^It is another kind of file/);
  for (const type of ['image/heic', '', 'application/octet-stream'])
    expect(wrongTypeMessage(image, file(type))).toBeNull();
  expect(wrongTypeMessage({ ...image, media: 'file' }, file('video/mp4'))).toBeNull();
});

describe('accepted file types', () => {
  const scene = mediaField(['mesh'], { media: 'file', accept: ['.glb', '.gltf', '.obj'] });
  const photo = mediaField(['image'], { accept: ['image/png', 'image/jpg'] });

  it.each([
    [scene, 'cat.png', 'image/png', 'This input accepts GLB, GLTF or OBJ, and the file is PNG.'],
    [scene, 'cat.blend', 'application/octet-stream', 'This input accepts GLB, GLTF or OBJ, and the file is BLEND.'],
    [scene, 'cat', 'video/mp4', 'This input accepts GLB, GLTF or OBJ, and the file is MP4.'],
    [photo, 'cat.webp', 'image/webp', 'This input accepts PNG or JPEG, and the file is WEBP.'],
  ])('exclude other types with a message', (field, name, contentType, sentence) => {
    expect(wrongTypeMessage(field, { name, contentType })).toBe(sentence);
  });

  it.each([
    [scene, 'CAT.GLB', 'application/octet-stream'],
    [scene, 'cat', 'model/gltf-binary'],
    [scene, 'cat.obj', 'text/plain'],
    [scene, 'cat', 'application/octet-stream'],
    [photo, 'cat.jpeg', 'image/jpeg'],
    [photo, 'cat.png', ''],
    [photo, 'cat', ''],
    [mediaField(['doc'], { media: 'file', accept: ['application/pdf'] }), 'a.pdf', 'application/pdf; charset=binary'],
    [mediaField(['any'], { accept: ['image/*'] }), 'a.heic', 'image/heic'],
  ])('include the named types in every notation, and files of unknown type', (field, name, contentType) => {
    expect(wrongTypeMessage(field, { name, contentType })).toBeNull();
  });
});

describe('the encoding of a file', () => {
  const both = mediaField(['image'], { ways: ['url', 'data-uri'] });

  it('is the one that the document prefers', () => {
    expect(encodingFor(both, MB, 'image/png', false)).toBe('url');
    expect(encodingFor(mediaField(['image'], { ways: ['base64', 'url'] }), MB, 'image/png', false)).toBe('base64');
  });

  it('is embedded if its URL would only work on this machine', () => {
    expect(encodingFor(both, MB, 'image/png', true)).toBe('data-uri');
    expect(encodingFor(mediaField(['image']), MB, 'image/png', true)).toBe('url');
  });

  it('is the next one if the file is too large for the first, and none if it is too large for all', () => {
    const inlineFirst = mediaField(['image'], { ways: ['base64', 'url'] });
    expect(encodingFor(inlineFirst, 90 * MB, 'image/png', true)).toBe('url');
    expect(encodingFor(mediaField(['image'], { ways: ['base64'] }), 90 * MB, 'image/png', false)).toBeNull();
    expect(encodingFor(mediaField(['image'], { ways: ['base64'], maxLength: 100 }), MB, 'image/png', false)).toBeNull();
  });

  it('has the length of base64', () => {
    expect(encodedLength(4, 'base64', '')).toBe(8);
    expect(encodedLength(3, 'data-uri', 'image/png')).toBe('data:image/png;base64,AAAA'.length);
  });
});

describe('the file details of a value', () => {
  it.each([
    [png, { way: 'base64', contentType: 'image/png', sizeBytes: 70 }],
    [`data:image/png;base64,${png}`, { way: 'data-uri', contentType: 'image/png', sizeBytes: 70 }],
    ['data:image/svg+xml;base64,PHN2Zz4=', { way: 'data-uri', imageUrl: null }],
    ['https://example.com/a/b.png?x=1', { way: 'url', imageUrl: null }],
    ['asset://42', { way: 'url' }],
    ['AQID', { way: 'base64', contentType: '', sizeBytes: 3, imageUrl: null }],
  ])('%.30s', (value, expected) => {
    expect(mediaDetails(value)).toMatchObject(expected);
  });

  it('name a file by the end of its URL', () => {
    expect(urlName('https://example.com/a/my%20cat.png?x=1')).toBe('my cat.png');
    expect(urlName('https://example.com/')).toBe('example.com');
    expect(urlName('not an address')).toBe('not an address');
  });
});

it.each([
  ['http://127.0.0.1:8189/api/v2/assets/1/content', true],
  ['http://localhost:8189/a.png', true],
  ['http://[::1]/a.png', true],
  ['https://example.com/a.png', false],
  ['data:image/png;base64,AAAA', false],
  ['https://127.0.0.1.example.com/a.png', false],
])('%s works on this machine only: %s', (url, isLocal) => {
  expect(isLoopbackUrl(url)).toBe(isLocal);
});
