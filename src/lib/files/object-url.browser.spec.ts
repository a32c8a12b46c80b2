import { describe, expect, it } from 'vitest';
import { createObjectUrl, inertType } from './object-url';

describe('the type of an object URL', () => {
  it.each([
    ['image/png', 'image/png'],
    ['IMAGE/JPEG; q=1', 'image/jpeg'],
    ['video/mp4', 'video/mp4'],
    ['text/plain;charset=utf-8', 'text/plain'],
  ])('keeps %s', (stated, type) => expect(inertType(stated)).toBe(type));

  it.each([
    'image/svg+xml',
    'text/html',
    'application/xhtml+xml',
    'text/xml',
    'application/pdf',
    'image/png, text/html',
    'image/png,;text/html',
    'video/mp4,text/html',
    'model/gltf+json',
    'image/*',
    '',
  ])('replaces %s', (stated) => expect(inertType(stated)).toBe('application/octet-stream'));

  it('is what the browser serves, with all bytes', async () => {
    const url = createObjectUrl(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }));
    const response = await fetch(url);
    URL.revokeObjectURL(url);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(await response.text()).toContain('<svg');
  });
});
