import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadLanguage } from './i18n/catalogs';
import { chosenLanguage } from './language';
import { currentLanguage, msg, setCatalog, t, watchLanguage } from './i18n/messages';

afterEach(() => {
  setCatalog('en', {});
  vi.unstubAllGlobals();
});

describe('the language of the console', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'ja', 'en'], 'ja'],
    [['en-GB', 'de'], 'en'],
    [['zh'], 'zh-Hans'],
    [['zh-CN'], 'zh-Hans'],
    [['zh-Hans-HK'], 'zh-Hans'],
    [['zh-TW', 'ja'], 'ja'],
    [['zh-Hant-CN'], 'en'],
    [['den', 'fr'], 'en'],
    [[], 'en'],
  ])('of a browser with %j is %s', (preferred, language) => {
    expect(chosenLanguage('browser', preferred)).toBe(language);
  });

  it('is the chosen one, whatever the browser prefers', () => {
    expect(chosenLanguage('ja', ['de'])).toBe('ja');
  });

  it('changes what `t` returns, for messages of tables too, and tells listeners', async () => {
    const label = msg('Run again');
    const seen: string[] = [];
    const end = watchLanguage(() => seen.push(t(label)));
    vi.stubGlobal('fetch', async () => Response.json({ 'Run again': 'Erneut ausführen' }));
    await loadLanguage('de');
    expect([t(label), currentLanguage()]).toEqual(['Erneut ausführen', 'de']);
    await loadLanguage('en');
    end();
    expect([t(label), seen]).toEqual(['Run again', ['Erneut ausführen', 'Run again']]);
  });

  it('is the last one chosen, in whatever order the catalogs arrive', async () => {
    let deliver: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (deliver = resolve)));
    const slow = loadLanguage('ja');
    await loadLanguage('en');
    deliver(Response.json({}));
    await slow;
    expect(currentLanguage()).toBe('en');
  });

  it('stays as it is if its catalog cannot be loaded', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
    await expect(loadLanguage('ja')).rejects.toThrow('404');
    expect(currentLanguage()).toBe('en');
  });

  it('shows a message without translation in English, with the plural of English', () => {
    setCatalog('de', {});
    expect(t('{count, plural, one {# job} other {# jobs}}', { count: 1 })).toBe('1 job');
    expect(t('{count, plural, one {# job} other {# jobs}}', { count: 12_345 })).toBe('12.345 jobs');
  });
});
