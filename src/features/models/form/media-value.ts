import { isLoopbackHost } from '@contract/router/loopback-host';
import { formatBytes } from '@/lib/format';
import { unacceptedType, type FileType } from './accepted-file';
import type { MediaField, MediaKind, MediaWay } from '../schema/field';

export const MEDIA_NOUN: Readonly<Record<MediaKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio file',
  file: 'file',
};

const ANY: Readonly<Record<MediaKind, string>> = { image: 'image/*', video: 'video/*', audio: 'audio/*', file: '' };

/** For the browser's file chooser. */
export function acceptOf({ accept, media }: MediaField): string {
  return accept.length > 0 ? accept.join(',') : ANY[media];
}

/** Routers take bodies up to here (docs/api-notes.md, Limits of the router), and our gateway as well. */
export const MAX_BODY_BYTES = 100 * 1024 * 1024;

export const WAY_WORDS: Readonly<Record<MediaWay, string>> = {
  url: 'as a URL',
  'data-uri': 'as a data URI',
  base64: 'as base64',
};

/** Characters that a file becomes. */
export function encodedLength(sizeBytes: number, way: MediaWay, contentType: string): number {
  if (way === 'url') return 0;
  const base64 = Math.ceil(sizeBytes / 3) * 4;
  return way === 'base64' ? base64 : base64 + `data:${contentType};base64,`.length;
}

/**
 * The way a file travels: the first that the document prefers and the file fits into. An address on this machine can be
 * read by what runs on this machine only, so whatever may go inside of the body does.
 * @param isLocal the surface that would hold the file has a loopback address
 */
export function wayFor(field: MediaField, sizeBytes: number, contentType: string, isLocal: boolean): MediaWay | null {
  const fitting = field.ways.filter((way) => {
    const length = encodedLength(sizeBytes, way, contentType);
    return length <= MAX_BODY_BYTES && (way === 'url' || field.maxLength === null || length <= field.maxLength);
  });
  const inline = fitting.find((way) => way !== 'url');
  return (isLocal ? inline : undefined) ?? fitting[0] ?? null;
}

/** Why a file is of the wrong kind for an input; `null` if it fits, or if its type says nothing. */
export function wrongKind(field: MediaField, file: FileType): string | null {
  const { media } = field;
  const { contentType } = file;
  const kind =
    /^(image|video|audio)\//.exec(contentType)?.[1] ?? (/^(?:text|model|font)\//.test(contentType) ? 'file' : null);
  if (media === 'file' || kind === null || kind === media) return unacceptedType(field, file);
  return `It is ${A_KIND[kind as MediaKind]}, and this input needs ${A_KIND[media]}.`;
}

const A_KIND: Readonly<Record<MediaKind, string>> = {
  image: 'an image',
  video: 'a video',
  audio: 'an audio file',
  file: 'another kind of file',
};

/** Why a file cannot be sent, and what to do. */
export function tooLarge(field: MediaField, sizeBytes: number): string {
  const limit = Math.min(MAX_BODY_BYTES, field.maxLength ?? Infinity);
  const encoded = encodedLength(sizeBytes, 'base64', '');
  return `File too large: ${formatBytes(sizeBytes)} becomes ${formatBytes(encoded)} when encoded; the limit is ${formatBytes(limit)}. Choose a smaller ${MEDIA_NOUN[field.media]}.`;
}

export interface MediaDetails {
  way: MediaWay;
  /** Empty where nothing tells. */
  contentType: string;
  sizeBytes: number | null;
  /** What `<img>` can show; null where it may not or cannot. */
  pictureUrl: string | null;
}

const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i;
const PICTURE = /^image\/(?:png|jpe?g|webp|gif|avif|bmp)$/i;

/** What a value alone tells of its file: one that came with the body, from an earlier run or from the JSON view. */
export function mediaDetails(value: string): MediaDetails {
  const head = DATA_URI.exec(value.slice(0, 200));
  if (head) {
    const contentType = head[1] ?? '';
    const sizeBytes = decodedLength(value.length - head[0].length, value);
    return { way: 'data-uri', contentType, sizeBytes, pictureUrl: PICTURE.test(contentType) ? value : null };
  }
  if (/^[a-z][\w.+-]*:/i.test(value.slice(0, 40))) {
    return { way: 'url', contentType: '', sizeBytes: null, pictureUrl: null };
  }
  const contentType = SIGNATURES.find(([start]) => value.startsWith(start))?.[1] ?? '';
  const pictureUrl = PICTURE.test(contentType) ? `data:${contentType};base64,${value}` : null;
  return { way: 'base64', contentType, sizeBytes: decodedLength(value.length, value), pictureUrl };
}

function decodedLength(characters: number, value: string): number {
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((characters * 3) / 4) - padding);
}

/** The first bytes of files, as base64 writes them. */
const SIGNATURES: readonly (readonly [start: string, contentType: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['Qk0', 'image/bmp'],
  ['SUQz', 'audio/mpeg'],
  ['T2dnUw', 'audio/ogg'],
  ['ZkxhQ', 'audio/flac'],
  ['AAAA', 'video/mp4'],
  ['GkXfo', 'video/webm'],
];

/** Returns true if only programs on this machine can load the URL. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/** The last part of an address, or all of it where that tells nothing. */
export function addressName(url: string): string {
  try {
    const { pathname, host } = new URL(url);
    return decodeURIComponent(pathname.split('/').at(-1) ?? '') || host || url;
  } catch {
    return url;
  }
}
