import { describe, expect, it } from 'vitest';
import german from '@/lib/i18n/catalogs/de.json';
import japanese from '@/lib/i18n/catalogs/ja.json';
import chinese from '@/lib/i18n/catalogs/zh-Hans.json';
import { withoutCosts } from './without-costs';

describe('texts for free models', () => {
  it.each([
    ['It was refused. Nothing was charged. Try again.', 'It was refused. Try again.'],
    ['The call may have run and may be charged.', 'The call may have run.'],
    ['Your credits are used up.', null],
  ])('%s', (text, without) => {
    expect(withoutCosts(text)).toBe(without);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['German', german],
    ['Chinese', chinese],
    ['Japanese', japanese],
  ])('do not mention costs in %s either', (_, catalog) => {
    const aboutCosts = Object.entries(catalog).filter(([text]) => withoutCosts(text) === null && !/billion/.test(text));
    expect(aboutCosts.length).toBeGreaterThan(10);
    const kept = aboutCosts.filter(([, translation]) => withoutCosts(translation) === translation);
    expect(kept).toEqual([]);
  });
});
