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
  typeOfMember,
  typeOfName,
} from './media-keys';
import { sniffBytes, sniffFile, SNIFF_BYTES } from './sniff-bytes';

/** A picture, sound, film or other file somewhere in an answer. */
export interface FoundMedia {
  path: JsonPath;
  /** Empty where nothing tells it; `image/*` and the like where only the kind is known. */
  contentType: string;
  /** Beside the result: a small picture, a copy with a watermark, what the model was given. */
  isExtra: boolean;
  source: { kind: 'link'; url: string } | { kind: 'inline'; base64: string; sizeBytes: number };
}

const MAX_FOUND = 500;
const MAX_URL_CHARS = 16_384;

/**
 * Every file that an answer of any model names or carries: first the results, in the order of the document, then what
 * stands beside them. Names, endings, media types beside them and first bytes tell; no provider is asked for by name.
 */
export function findMedia(answer: JsonValue): FoundMedia[] {
  const found: FoundMedia[] = [];
  const seenUrls = new Set<string>();
  for (const { value, path, owner } of walkJson(answer)) {
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
  // A text of these characters may be an id or a hash: something has to say that it is a file.
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
  const contentType = typeBeside(parent) || byName || typeOfMember(path);
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

/** The media type that a member of the same object names. */
function typeBeside(parent: JsonObject | null): string {
  if (!parent) return '';
  for (const [name, value] of Object.entries(parent)) {
    if (isTypeName(name) && typeof value === 'string' && /^[\w.+-]+\/[\w.+*-]+/.test(value)) return value.toLowerCase();
  }
  return '';
}
