import { leastCpuMs } from '@contract/testing/cpu-time';
import { fc } from '@contract/testing/properties';
import { describe, expect, test } from 'vitest';
import { essenceOf, normalizeMediaType, parseMediaType } from './media-type';

describe('media types', () => {
  test.each([
    ['image/png', 'image/png'],
    ['IMAGE/PNG', 'image/png'],
    ['text/plain;charset=UTF-8', 'text/plain; charset=UTF-8'],
    ['text/plain ; Charset="utf-8"', 'text/plain; charset=utf-8'],
    ['audio/ogg; codecs="opus, vorbis"', 'audio/ogg; codecs="opus, vorbis"'],
    ['application/x; a="\\"b\\\\"', 'application/x; a="\\"b\\\\"'],
    ['model/gltf-binary', 'model/gltf-binary'],
    ['application/vnd.a+json', 'application/vnd.a+json'],
  ])('%s is sent as %s', (text, sent) => {
    expect(normalizeMediaType(text)).toBe(sent);
  });

  test.each([
    'image/png;, text/html',
    'text/plain;,text/html',
    'application/json;,application/xhtml+xml',
    'image/png;, image/svg+xml',
    'image/png, text/html',
    'image/png text/html',
    'image/png;',
    'image/png; charset',
    'image/png; a=b; a=c',
    'image/png; a="b',
    'image/png\r\nset-cookie: a=b',
    'image/',
    '/png',
    'png',
    '',
    ' image/png',
    `image/${'x'.repeat(255)}`,
  ])('%j is not a media type', (text) => {
    expect(parseMediaType(text)).toBeNull();
    expect(normalizeMediaType(text)).toBe('application/octet-stream');
  });

  test('are sent with the same essence, and without separators', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'image/png;', 'image/png; a="'), fc.string(), (start, text) => {
        const given = `${start}${text}${start.endsWith('"') ? '"' : ''}`;
        const sent = normalizeMediaType(given);
        expect(parseMediaType(sent)?.essence).toBe(essenceOf(given));
        expect(sent.replace(/"(?:\\.|[^"\\])*"/g, '')).not.toMatch(/[^\x21-\x7e ]|,/);
        expect(normalizeMediaType(sent)).toBe(sent);
      }),
    );
  });

  test('are parsed in linear time', () => {
    const parse = () => {
      for (const sign of [';', ' ', '"', '\\', 'a', '=']) parseMediaType(`image/png${sign.repeat(250)}`);
    };
    expect(leastCpuMs(100, parse)).toBeLessThan(100);
  });
});
