import type { JsonPath } from '@/shared/json-tree/json-path';
import { walkJson } from '@/shared/json-tree/walk-json';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { headOf, readInline, sizeOfBase64 } from './base64';
import {
  isBytesName,
  isDataName,
  isEchoPath,
  isExtraPath,
  isFileName,
  isLinkName,
  isServiceName,
  isTypeName,
  nearestName,
  typeOfProperty,
  typeOfName,
} from './media-keys';
import { sniffBytes, sniffFile, SNIFF_BYTES } from './sniff-bytes';

/** An image, audio, video or other file anywhere in a response. */
export interface FoundMedia {
  path: JsonPath;
  /** Empty if unknown; `image/*` and similar if only the kind is known. */
  contentType: string;
  /** Secondary file: a thumbnail, a copy with a watermark, or an input of the model. */
  isExtra: boolean;
  source: { kind: 'link'; url: string } | { kind: 'inline'; base64: string; sizeBytes: number };
}

const MAX_FOUND = 500;
const MAX_URL_CHARS = 16_384;

/**
 * Returns all files that a response links or embeds: first the results in document order, then secondary files.
 * Detected by names, extensions, adjacent media types and signatures, without provider-specific rules.
 */
export function findMedia(response: JsonValue): FoundMedia[] {
  const found: FoundMedia[] = [];
  const seenUrls = new Set<string>();
  for (const { value, path, owner } of walkJson(response)) {
    const media = typeof value === 'string' ? readMedia(value, path, owner) : null;
    if (!media) continue;
    if (media.source.kind === 'link') {
      if (seenUrls.has(media.source.url)) continue;
      seenUrls.add(media.source.url);
    }
    found.push({ ...media, path: [...path] });
    if (found.length >= MAX_FOUND) break;
  }
  return [...found.filter(({ isExtra }) => !isExtra), ...found.filter(({ isExtra }) => isExtra)];
}

function readMedia(value: string, path: JsonPath, parent: JsonObject | null): FoundMedia | null {
  const isExtra = isExtraPath(path) || isEchoPath(path);
  const url = readUrl(value);
  if (url) return readLink(url, path, parent, isExtra);
  const inline = readInline(value);
  if (!inline) return null;
  const name = nearestName(path);
  const stated = inline.contentType || (isDataName(name) || isBytesName(name) ? typeBeside(parent) : '');
  // Such a text may be an id or a hash; another hint is required.
  const isFile = isBytesName(name) || (stated !== '' && !stated.startsWith('text/'));
  const head = headOf(inline.base64, SNIFF_BYTES);
  const sniffed = isFile ? sniffFile(head) : sniffBytes(head);
  if (!isFile && sniffed === null) return null;
  return {
    path,
    contentType: sniffed ?? stated,
    isExtra,
    source: { kind: 'inline', base64: inline.base64, sizeBytes: sizeOfBase64(inline.base64) },
  };
}

function readLink(url: URL, path: JsonPath, parent: JsonObject | null, isExtra: boolean): FoundMedia | null {
  const name = nearestName(path);
  if (isServiceName(name)) return null;
  const byName = typeOfName(url.pathname);
  if (byName === '' && !isLinkName(name) && !isFileName(url.pathname)) return null;
  const contentType = typeBeside(parent) || byName || typeOfProperty(path);
  return { path, contentType, isExtra, source: { kind: 'link', url: url.href } };
}

function readUrl(text: string): URL | null {
  if (text.length > MAX_URL_CHARS || !/^https?:\/\/\S+$/i.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Returns the media type in a sibling property. */
function typeBeside(parent: JsonObject | null): string {
  if (!parent) return '';
  for (const [name, value] of Object.entries(parent)) {
    if (isTypeName(name) && typeof value === 'string' && /^[\w.+-]+\/[\w.+*-]+/.test(value)) return value.toLowerCase();
  }
  return '';
}
