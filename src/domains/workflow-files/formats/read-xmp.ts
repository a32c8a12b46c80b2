import { decodeEntities } from '../decode-text';
import type { TextCollector } from '../embedded-texts';

const MAX_ELEMENTS = 5000;
const CDATA = '<![CDATA[';
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]{1,80})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads the texts of XMP, and of other XML that describes a file: the content of its elements, and their attributes. Needs no XML
 * parser, which a worker does not have: markup that is not well-formed yields fewer texts.
 */
export function readXmp(xml: string, found: TextCollector): void {
  found.budget.charge(xml.length);
  // The element that names a text: lists and alternatives of RDF are inside it.
  let name = '';
  let at = 0;
  for (let count = 0; count < MAX_ELEMENTS; count += 1) {
    const open = xml.indexOf('<', at);
    if (open < 0) return;
    if (xml.startsWith(CDATA, open)) {
      const end = xml.indexOf(']]>', open);
      if (end < 0) return;
      found.add(name, xml.slice(open + CDATA.length, end));
      at = end + 3;
      continue;
    }
    const close = xml.indexOf('>', open);
    if (close < 0) return;
    const tag = xml.slice(open + 1, close);
    at = close + 1;
    if (!/^[a-z_]/i.test(tag)) continue;
    const element = /^[\w:.-]{1,80}/.exec(tag)?.[0] ?? '';
    if (!element.startsWith('rdf:')) name = localName(element);
    for (const [, attribute = '', double, single] of tag.matchAll(ATTRIBUTE)) {
      const value = double ?? single ?? '';
      // Namespaces and numbers are not texts.
      if (value.length > 8 && !/^(?:xml|x:)/.test(attribute)) found.add(localName(attribute), decodeEntities(value));
    }
    const next = xml.indexOf('<', at);
    const content = xml.slice(at, next < 0 ? xml.length : next);
    if (content.trim() !== '') found.add(name, decodeEntities(content));
  }
}

function localName(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1);
}
