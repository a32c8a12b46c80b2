import { decodeEntities } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { readXmp } from './read-xmp';

const MAX_ELEMENTS = 20;

/** Reads the `metadata` elements of an SVG image: JSON as CDATA or as text, or XML that describes the image. */
export function readSvg(text: string, found: TextCollector): void {
  let at = 0;
  for (let count = 0; count < MAX_ELEMENTS; count += 1) {
    const open = text.indexOf('<metadata', at);
    const start = open < 0 ? -1 : text.indexOf('>', open) + 1;
    const end = start <= 0 ? -1 : text.indexOf('</metadata', start);
    if (end < 0) return;
    readMetadata(text.slice(start, end).trim(), found);
    at = end;
  }
}

function readMetadata(content: string, found: TextCollector): void {
  if (content.startsWith('<')) readXmp(`<metadata>${content}`, found);
  else if (content !== '') found.add('metadata', decodeEntities(content));
}
