import { afterEach, describe, expect, test } from 'vitest';
import { setCatalog } from '@/lib/i18n/messages';
import { buildHtmlPage, PAGE_STYLE, STYLE_HASH, type PageFile } from './build-html-page';

const HOSTILE = `</h2><script>alert(1)</script><img src=x onerror="alert('2')">&amp;`;
const INERT =
  '&lt;/h2&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;2&#39;)&quot;&gt;&amp;amp;';

const file = (more: Partial<PageFile> = {}): PageFile => ({
  name: 'coral.png',
  source: 'Blue reef',
  content: { kind: 'image', contentType: 'image/png', base64: 'AAAA' },
  prompts: [],
  values: [],
  ...more,
});
const pageOf = (...files: PageFile[]) => buildHtmlPage({ title: 'Reefs', subtitle: '1 file', files });
/** The tags of a page with their attributes, as far as a value contains no `>`: escaped ones do not. */
const tagsOf = (page: string) => page.replace(PAGE_STYLE, '').match(/<[a-z][^>]*>/g) ?? [];

afterEach(() => setCatalog('en', {}));

describe('a page of files', () => {
  test('allows its own style and embedded files only', async () => {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(PAGE_STYLE)));
    expect(STYLE_HASH).toBe(`sha256-${btoa(String.fromCharCode(...hash))}`);
    expect(pageOf(file())).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; media-src data:; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'">`,
    );
    expect(PAGE_STYLE).not.toMatch(/url\(|@import|</);
    expect(PAGE_STYLE).toContain('prefers-color-scheme:dark');
  });

  test('shows every text as text, whatever it contains', () => {
    const row = [{ label: HOSTILE, text: HOSTILE }];
    const contents: PageFile['content'][] = [
      { kind: 'image', contentType: `image/png"><script>`, base64: HOSTILE },
      { kind: 'video', contentType: `video/mp4" onplay="alert(1)`, base64: '' },
      { kind: 'audio', contentType: HOSTILE, base64: '' },
      { kind: 'text', text: HOSTILE },
      { kind: 'missing', reason: HOSTILE },
    ];
    const files = contents.map((content) =>
      file({ name: HOSTILE, source: HOSTILE, content, prompts: row, values: row }),
    );
    const page = buildHtmlPage({ title: HOSTILE, subtitle: HOSTILE, files });
    expect(page).not.toContain('<script');
    expect(page.split(INERT).length).toBeGreaterThan(30);
    const names = new Set(tagsOf(page).map((tag) => /^<([a-z\d]+)/.exec(tag)?.[1]));
    expect([...names].sort().join(' ')).toBe(
      'a article audio bdi body dd div dl dt footer h1 h2 head header html img main meta p pre style title video',
    );
    expect(tagsOf(page).filter((tag) => / on\w+=/.test(tag.replaceAll(/"[^"]*"/g, '""')))).toEqual([]);
    expect(page).toContain('src="data:image/png;base64,');
    expect(page).toContain('src="data:video/mp4;base64,');
    expect(page).toContain('src="data:;base64,');
  });

  test('loads nothing: every address is in the page', () => {
    const page = pageOf(file(), file({ content: { kind: 'video', contentType: 'video/mp4', base64: 'AAAA' } }));
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses.filter((address) => !/^(?:data:|#)/.test(address))).toEqual([]);
  });

  test('shows each file with what made it', () => {
    const page = pageOf(
      file({
        prompts: [{ label: 'Positive prompt', text: 'a red fox\nin snow' }],
        values: [{ label: 'Seed', text: '18446744073709551615' }],
      }),
    );
    expect(page).toContain('<img src="data:image/png;base64,AAAA" alt="coral.png">');
    expect(page).toContain('a red fox\nin snow');
    expect(page).toContain('<dt>Seed</dt><dd dir="auto">18446744073709551615</dd>');
  });

  test('names the files that it does not contain, at its beginning too', () => {
    const reason = 'Larger than the rest of the page may be.';
    const page = pageOf(file(), file({ name: 'long.mp4', content: { kind: 'missing', reason } }));
    expect(page).toContain('Not on this page: <bdi>long.mp4</bdi>.');
    expect(page).toContain(`<p class="missing">${reason}</p>`);
    expect(pageOf(file())).not.toContain('Not on this page');
  });

  test('is in the language of the console, with file names as they are', () => {
    setCatalog('de', {
      'Not on this page: {names}.': 'Nicht & nie hier: {names}.',
      'Back to all files': 'Zurück',
      Enlarge: '"Groß"',
    });
    const missing = file({ name: '$& {names}.mp4', content: { kind: 'missing', reason: 'Zu groß.' } });
    const page = pageOf(file(), missing);
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('Nicht &amp; nie hier: <bdi>$&amp; {names}.mp4</bdi>.');
    expect(page).toContain('title="&quot;Groß&quot;"');
    expect(page).toContain('<a href="#all">Zurück</a>');
  });
});
