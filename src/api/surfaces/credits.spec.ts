import { expect, it } from 'vitest';
import { creditsUrl, creditsUrlInText } from './credits';

it.each([
  ['The account has no credits left. Buy credits at https://cloud.example/credits.', 'https://cloud.example/credits'],
  ['Top up (https://cloud.example/credits?team=a) first', 'https://cloud.example/credits?team=a'],
  ['Buy credits at javascript:alert(1)', null],
  ['Buy credits at https://', null],
  ['The account is empty', null],
  [null, null],
])('finds the URL in a router message: %s', (text, url) => {
  expect(creditsUrlInText(text)).toBe(url);
});

it('links to no URL that could run a script in this page', () => {
  expect(creditsUrl({ credits_url: 'javascript:alert(1)' })).toBeNull();
  expect(creditsUrl({ credits_url: 'https://cloud.example/credits' })).toBe('https://cloud.example/credits');
});
