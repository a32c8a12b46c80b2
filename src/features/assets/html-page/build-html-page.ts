import { currentLanguage, t } from '@/lib/i18n/messages';
import type { ValueRow } from '@/shared/generation-inputs/value-text';

/** What a page shows of a file. */
export type PageContent =
  | { kind: 'image' | 'video' | 'audio'; contentType: string; base64: string }
  | { kind: 'text'; text: string }
  /** Named only: `reason` is a sentence. */
  | { kind: 'missing'; reason: string };

export interface PageFile {
  name: string;
  /** What made it and when, in one line. */
  source: string;
  content: PageContent;
  /** The prompts; each is a text of its own. */
  prompts: readonly ValueRow[];
  values: readonly ValueRow[];
}

interface Page {
  title: string;
  /** Below the title, such as the date. */
  subtitle: string;
  files: readonly PageFile[];
}

/** Readers see it in a browser of their own choice, so only old features. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--canvas:#f6f6f7;--panel:#fff;--line:#dedfe3;--text:#1b1c1f;--muted:#5c5f66;--link:#2456c8}
@media (prefers-color-scheme:dark){:root{--canvas:#121316;--panel:#1b1d21;--line:#33363c;--text:#ececee;--muted:#a3a7b0;--link:#8db4ff}}
*{box-sizing:border-box}
body{margin:0;padding:clamp(16px,3vw,48px);background:var(--canvas);color:var(--text);font:15px/1.5 system-ui,sans-serif}
header,footer{max-width:75ch;margin:0 0 24px}
h1{margin:0;font-size:26px;line-height:1.25;overflow-wrap:anywhere}
h2{margin:0;font-size:15px;overflow-wrap:anywhere}
p{margin:0;overflow-wrap:anywhere}
.quiet,footer,dt{color:var(--muted);font-size:13px}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));gap:20px;align-items:start}
article{overflow:hidden;border:1px solid var(--line);border-radius:10px;background:var(--panel);break-inside:avoid}
article:target{grid-column:1/-1}
article>a,article img,video{display:block;width:100%}
article img{height:auto}
article:target img{width:auto;max-width:100%;margin:0 auto}
article:not(:target) .less{display:none}
.less{padding:14px 16px 0}
video{max-height:90vh;background:#000}
audio{display:block;width:calc(100% - 32px);margin:16px 16px 0}
pre{margin:0;padding:14px 16px;max-height:26em;overflow:auto;border-bottom:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
article:target pre{max-height:none}
.missing{padding:32px 16px;border-bottom:1px dashed var(--line);color:var(--muted);text-align:center}
.facts{display:grid;gap:12px;padding:14px 16px 16px}
.prompt{white-space:pre-wrap}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 14px;margin:0}
dd{margin:0;overflow-wrap:anywhere}
a{color:var(--link)}
footer{margin:32px 0 0}
`;

/** SHA-256 of the style, which the policy of the page allows; nothing else of a page applies or runs. */
export const STYLE_HASH = 'sha256-IDVdDTH2CZ4ziH6LBeenyQuFPVBchpuvyt9iUZvaWJg=';

const POLICY = `default-src 'none'; img-src data:; media-src data:; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/**
 * Returns a page that shows files without any server. All texts are escaped, since anybody may have written them; the policy is for
 * the mistake that this overlooks.
 */
export function buildHtmlPage({ title, subtitle, files }: Page): string {
  const missing = files.filter(({ content }) => content.kind === 'missing');
  const notice =
    missing.length === 0
      ? ''
      : `<p class="quiet">${noticeOf(missing.map(({ name }) => `<bdi>${escaped(name)}</bdi>`).join(', '))}</p>`;
  return [
    '<!doctype html>',
    `<html lang="${escaped(currentLanguage())}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(title)}</title>`,
    `<style>${PAGE_STYLE}</style>`,
    '</head>',
    '<body>',
    `<header><h1 dir="auto">${escaped(title)}</h1><p class="quiet">${escaped(subtitle)}</p>${notice}</header>`,
    `<main>${files.map(articleOf).join('\n')}</main>`,
    `<footer>${escaped(t('Saved from Flowdeck.'))}</footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** @param names HTML */
function noticeOf(names: string): string {
  const mark = '\n';
  return escaped(t('Not on this page: {names}.', { names: mark })).replace(mark, () => names);
}

function articleOf(file: PageFile, index: number): string {
  const { name, source, prompts, values } = file;
  const id = `file-${index + 1}`;
  return `<article id="${id}" aria-labelledby="${id}-name">
${contentOf(file, id)}
<div class="facts">
<div><h2 id="${id}-name" dir="auto">${escaped(name)}</h2><p class="quiet" dir="auto">${escaped(source)}</p></div>
${prompts.map(({ label, text }) => `<div><p class="quiet">${escaped(label)}</p><p class="prompt" dir="auto">${escaped(text)}</p></div>`).join('\n')}
${values.length === 0 ? '' : `<dl>${values.map(({ label, text }) => `<dt>${escaped(label)}</dt><dd dir="auto">${escaped(text)}</dd>`).join('')}</dl>`}
</div>
</article>`;
}

function contentOf({ name, content }: PageFile, id: string): string {
  switch (content.kind) {
    case 'image':
      // Links widen the article, and take that back: a page without scripts has no other way.
      return `<a href="#${id}" title="${escaped(t('Enlarge'))}"><img src="${dataUrl(content)}" alt="${escaped(name)}"></a>
<p class="less"><a href="#all">${escaped(t('Back to all files'))}</a></p>`;
    case 'video':
      return `<video controls preload="metadata" src="${dataUrl(content)}" aria-label="${escaped(name)}"></video>`;
    case 'audio':
      return `<audio controls preload="metadata" src="${dataUrl(content)}" aria-label="${escaped(name)}"></audio>`;
    case 'text':
      return `<pre tabindex="0" dir="auto">${escaped(content.text)}</pre>`;
    case 'missing':
      return `<p class="missing">${escaped(content.reason)}</p>`;
  }
}

function dataUrl({ contentType, base64 }: { contentType: string; base64: string }): string {
  // Parameters and whatever else a server adds to a type are left out.
  const [type = ''] = /^[\w.+-]+\/[\w.+-]+/.exec(contentType) ?? [];
  return `data:${type};base64,${escaped(base64)}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
