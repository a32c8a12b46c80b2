import { describe, expect, it, test } from 'vitest';
import { rawUrl, readUrls } from './pasted-urls';

describe('text with URLs only', () => {
  it.each([
    ['https://a.example/x.json', ['https://a.example/x.json']],
    [
      'https://a.example/1\r\n\n  http://b.example/2 \nhttps://a.example/1',
      ['https://a.example/1', 'http://b.example/2'],
    ],
    ['file:///home/me/x.json', ['file:///home/me/x.json']],
  ])('%j is read as its URLs', (text, urls) => {
    expect(readUrls(text)).toEqual(urls);
  });

  it.each([
    '',
    'see https://a.example/x.json',
    'https://a.example/x y',
    'https://a.example/x\nand more',
    '{"a": "b://c"}',
  ])('%j is other text', (text) => {
    expect(readUrls(text)).toEqual([]);
  });
});

test.each([
  ['https://github.com/o/r/blob/main/a%20b/c.json', 'https://github.com/o/r/raw/main/a%20b/c.json'],
  ['https://github.com/o/r/blob/v1/c.png?raw=true#L3', 'https://github.com/o/r/raw/v1/c.png'],
  ['https://github.com/o/r/raw/main/c.json?x=1', 'https://github.com/o/r/raw/main/c.json'],
  ['https://github.com/o/r/releases/download/v1/c.zip', 'https://github.com/o/r/releases/download/v1/c.zip'],
  ['https://github.com/o/r', 'https://github.com/o/r'],
  ['https://gist.github.com/me/0a1b2c3d', 'https://gist.github.com/me/0a1b2c3d/raw'],
  ['https://huggingface.co/o/r/blob/main/w/f.json', 'https://huggingface.co/o/r/resolve/main/w/f.json'],
  ['https://huggingface.co/datasets/o/r/blob/main/f.png', 'https://huggingface.co/datasets/o/r/resolve/main/f.png'],
  ['https://huggingface.co/blob/x/blob/main/f.png', 'https://huggingface.co/blob/x/resolve/main/f.png'],
  ['https://git.example/g/s/p/-/blob/main/f.json', 'https://git.example/g/s/p/-/raw/main/f.json'],
  ['https://site.example/o/r/blob/main/c.json', 'https://site.example/o/r/blob/main/c.json'],
  ['https://github.com.evil.example/o/r/blob/main/c', 'https://github.com.evil.example/o/r/blob/main/c'],
  ['http://127.0.0.1:8188/view?filename=a.png#x', 'http://127.0.0.1:8188/view?filename=a.png'],
  ['https://[bad', 'https://[bad'],
])('the file of %s is at %s', (page, file) => {
  expect(rawUrl(page)).toBe(file);
});

test.each(['blob', 'raw'])('a page that reads GitHub itself asks the host that lets it, for /%s/', (kind) => {
  const file = 'https://raw.githubusercontent.com/o/r/main/a%20b/c.json';
  expect(rawUrl(`https://github.com/o/r/${kind}/main/a%20b/c.json?raw=true`, false)).toBe(file);
});
