import { t } from '@/lib/i18n/messages';
import { shownHost } from '@/lib/shown-host';

export interface NotePart {
  kind: 'text' | 'strong' | 'code';
  text: string;
}

export interface NoteLine {
  kind: 'text' | 'heading' | 'item' | 'code';
  parts: readonly NotePart[];
}

const INLINE = /(!?)\[([^[\]]*)\]\(([^()\s]*)\)|\*\*([^*]+)\*\*|`([^`]+)`/g;

/**
 * Reads the Markdown of a note line by line. Untrusted, so the result is text only: HTML stays as written, an image is its description,
 * and a link is its text with the host that it leads to.
 */
export function noteLines(text: string): NoteLine[] {
  const lines: NoteLine[] = [];
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (isCode) lines.push({ kind: 'code', parts: [{ kind: 'text', text: line }] });
    else lines.push(readLine(line));
  }
  return lines;
}

function readLine(line: string): NoteLine {
  const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
  if (heading !== undefined) return { kind: 'heading', parts: readParts(heading.replaceAll('**', '')) };
  const item = /^\s*[-*+] (.*)$/.exec(line)?.[1];
  return item === undefined ? { kind: 'text', parts: readParts(line) } : { kind: 'item', parts: readParts(item) };
}

function readParts(line: string): NotePart[] {
  const parts: NotePart[] = [];
  let end = 0;
  const add = (kind: NotePart['kind'], text: string) => {
    if (text !== '') parts.push({ kind, text });
  };
  for (const match of line.matchAll(INLINE)) {
    const [whole, mark, label = '', url = '', strong, code] = match;
    add('text', line.slice(end, match.index));
    if (strong !== undefined) add('strong', strong);
    else if (code !== undefined) add('code', code);
    else add('text', mark === '!' ? t('[Image: {name}]', { name: label || url }) : linkText(label, url));
    end = match.index + whole.length;
  }
  add('text', line.slice(end));
  return parts;
}

function linkText(label: string, url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return label === '' ? url : `${label} (${url})`;
  return label === '' || label === url ? url : `${label} (${shownHost(url)})`;
}
