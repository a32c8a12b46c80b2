import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { contentHeaders } from './content-headers';

const savedAs = (filename: string, filePath: string) =>
  contentHeaders({ contentType: 'image/png', filePath }, { filename }).get('content-disposition') ?? '';

describe('the requested download name', () => {
  it.each([
    ['Blue reef 1.png', 'a.png', 'inline; filename="Blue reef 1.png"'],
    ['Blue reef 1.PNG', 'a.png', 'inline; filename="Blue reef 1.PNG"'],
    ['../../etc/b.png', 'a.png', 'inline; filename="b.png"'],
    ['a"\r\nX: y.png', 'a.png', `inline; filename="a_X: y.png"; filename*=UTF-8''a%22X%3A%20y.png`],
  ])('is used: %j', (filename, filePath, header) => {
    expect(savedAs(filename, filePath)).toBe(header);
  });

  it.each(['setup.exe', 'a.png.html', 'bare', ''])('cannot change the extension: %j', (filename) => {
    expect(savedAs(filename, 'a.png')).toBe('inline; filename="a.png"');
  });

  it('has a maximum length', () => {
    expect(savedAs(`${'x'.repeat(9999)}.png`, 'a.png')).toBe(`inline; filename="${'x'.repeat(196)}.png"`);
  });
});

const dispositionOf = (contentType: string, filePath: string | null = 'name') =>
  contentHeaders({ contentType, filePath }).get('content-disposition') ?? '';

describe('content headers', () => {
  it.each([
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/avif',
    'IMAGE/PNG; q=1',
    'video/mp4',
    'audio/ogg; codecs=opus',
    'text/plain; charset=utf-8',
    'application/json',
  ])('%s is displayed', (type) => {
    expect(dispositionOf(type)).toBe('inline; filename="name"');
  });

  it.each([
    'text/html',
    'TEXT/HTML',
    'text/html; charset=image/png',
    'application/xhtml+xml',
    'image/svg+xml',
    'application/xml',
    'text/xml',
    'application/pdf',
    'text/javascript',
    'application/javascript',
    'text/css',
    'multipart/x-mixed-replace',
    'application/octet-stream',
    'image/made-up',
    'video',
    'image/png;, text/html',
    'text/plain;,text/html',
    'video/mp4;,text/html',
    'audio/x, text/html',
  ])('%s is downloaded', (type) => {
    expect(dispositionOf(type)).toBe('attachment; filename="name"');
  });

  it('contain no type that a lenient browser could read as another one', () => {
    const sent = (contentType: string) => contentHeaders({ contentType, filePath: null }).get('content-type');
    expect(sent('image/png;, text/html')).toBe('application/octet-stream');
    expect(sent('TEXT/plain;charset="utf-8"')).toBe('text/plain; charset=utf-8');
  });

  it('let pages of other sites show signed images, audio and video, and nothing else', () => {
    const policy = (contentType: string, isSigned: boolean) =>
      contentHeaders({ contentType, filePath: null }, { isSigned }).get('cross-origin-resource-policy');
    for (const type of ['image/png', 'video/mp4', 'audio/wav']) {
      expect([policy(type, true), policy(type, false)]).toEqual(['cross-origin', 'same-origin']);
    }
    for (const type of ['text/javascript', 'text/css', 'application/json', 'image/svg+xml', 'text/plain']) {
      expect(policy(type, true)).toBe('same-origin');
    }
  });

  it('allow same origin for audio and video only, and never scripts', () => {
    const policy = (contentType: string) =>
      contentHeaders({ contentType, filePath: null }).get('content-security-policy') ?? '';
    for (const type of ['video/mp4', 'audio/wav; codecs=1'])
      expect(policy(type)).toMatch(/; sandbox allow-same-origin$/);
    for (const type of ['image/png', 'text/plain', 'text/html', 'video/mp4;,text/html']) {
      expect(policy(type)).toMatch(/frame-ancestors 'none'; sandbox$/);
    }
    expect(policy('video/mp4')).not.toContain('script');
  });

  it('allow no scripts and no sniffing for displayed types', () => {
    const headers = contentHeaders({ contentType: 'image/png', filePath: null });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const directives = (headers.get('content-security-policy') ?? '').split('; ');
    expect(directives).toContain('sandbox');
    expect(directives).toContain("default-src 'none'");
    expect(directives.join()).not.toMatch(/script|unsafe-eval/);
  });

  it.each([
    ['photo.png', 'inline; filename="photo.png"'],
    ['a folder/../photo.png', 'inline; filename="photo.png"'],
    ['C:\\photos\\photo.png', 'inline; filename="photo.png"'],
    ['Grüße 1.png', 'inline; filename="Gr__e 1.png"; filename*=UTF-8\'\'Gr%C3%BC%C3%9Fe%201.png'],
    ['say "cheese".png', 'inline; filename="say _cheese_.png"; filename*=UTF-8\'\'say%20%22cheese%22.png'],
    ["it's (1)*.png", 'inline; filename="it\'s (1)*.png"'],
    ["é's.png", "inline; filename=\"_'s.png\"; filename*=UTF-8''%C3%A9%27s.png"],
    ['a\r\nset-cookie: b', 'inline; filename="aset-cookie: b"'],
    ['..', 'inline; filename="asset"'],
    ['folder/', 'inline; filename="asset"'],
    [null, 'inline; filename="asset"'],
  ])('encode the name %j as %s', (filePath, header) => {
    expect(dispositionOf('image/png', filePath)).toBe(header);
  });

  it('are valid and contain one file name, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (filePath) => {
        const header = dispositionOf('image/png', filePath);
        expect(header).toMatch(/^inline; filename="[\x20-\x7e]+"(; filename\*=UTF-8''[\w.!~%&+^`|#$-]+)?$/);
        const quoted = /filename="([^"]*)"/.exec(header)?.[1] ?? '';
        expect(quoted).not.toMatch(/[/\\"]/);
      }),
    );
  });
});
