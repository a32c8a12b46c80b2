import { expect, it } from 'vitest';
import { looksLikeMarkdown } from './looks-like-markdown';

it.each([
  '# Title',
  'a **bold** word',
  '```js\nx\n```',
  'call `run()`',
  '- one\n- two',
  '1. one\n2. two',
  '[a](https://b.example)',
])('takes %j for Markdown', (text) => expect(looksLikeMarkdown(text)).toBe(true));

it.each([
  'A harbor at dawn.',
  'roses are red\n  violets are blue',
  '#tag 2 * 3 * 4',
  'snake_case_name',
  '- said the fox',
])('takes %j for plain text', (text) => expect(looksLikeMarkdown(text)).toBe(false));

it('takes very long text for plain text', () => {
  expect(looksLikeMarkdown(`# Title\n${'x'.repeat(60_000)}`)).toBe(false);
});
