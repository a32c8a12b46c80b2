import { isLoopbackHost } from '@contract/router/loopback-host';
import { formatBytes } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { unacceptedType, type FileType } from './accepted-file';
import type { MediaField, MediaKind, MediaEncoding } from '../../schema/field';

const ANY: Readonly<Record<MediaKind, string>> = { image: 'image/*', video: 'video/*', audio: 'audio/*', file: '' };

/** Returns the `accept` attribute for the file picker. */
export function acceptOf({ accept, media }: MediaField): string {
  return accept.length > 0 ? accept.join(',') : ANY[media];
}

/** Body size limit of routers (docs/api-notes.md, Limits of the router) and of our gateway. */
export const MAX_BODY_BYTES = 100 * 1024 * 1024;

export const ENCODING_TEXT: Readonly<Record<MediaEncoding, Message>> = {
  url: msg('sent as a URL'),
  'data-uri': msg('sent as a data URI'),
  base64: msg('sent as base64'),
};

/** Returns the length of the encoded file in characters. */
export function encodedLength(sizeBytes: number, way: MediaEncoding, contentType: string): number {
  if (way === 'url') return 0;
  const base64 = Math.ceil(sizeBytes / 3) * 4;
  return way === 'base64' ? base64 : base64 + `data:${contentType};base64,`.length;
}

/**
 * Returns the encoding of a file: the first in the document's order of preference that it fits into. Only this machine
 * can load a loopback URL, so embedding is preferred for those.
 * @param isLocal whether the surface that would store the file has a loopback address
 */
export function encodingFor(
  field: MediaField,
  sizeBytes: number,
  contentType: string,
  isLocal: boolean,
): MediaEncoding | null {
  const fitting = field.ways.filter((way) => {
    const length = encodedLength(sizeBytes, way, contentType);
    return length <= MAX_BODY_BYTES && (way === 'url' || field.maxLength === null || length <= field.maxLength);
  });
  const inline = fitting.find((way) => way !== 'url');
  return (isLocal ? inline : undefined) ?? fitting[0] ?? null;
}

const SHOWN = ['image', 'video', 'audio'] as const;

/** Why a file is of the wrong kind for an input; `null` if it fits, or if its type says nothing. */
export function wrongTypeMessage(field: MediaField, file: FileType): string | null {
  const { media } = field;
  const { contentType } = file;
  const kind =
    SHOWN.find((shown) => contentType.startsWith(`${shown}/`)) ??
    (/^(?:text|model|font)\//.test(contentType) ? 'file' : null);
  if (media === 'file' || kind === null || kind === media) return unacceptedType(field, file);
  return t(
    'It is {kind, select, image {an image} video {a video} audio {an audio file} other {another kind of file}}, and this input needs {media, select, image {an image} video {a video} other {an audio file}}.',
    { kind, media },
  );
}

/** Why a file cannot be sent, and what to do. */
export function tooLarge(field: MediaField, sizeBytes: number): string {
  const limit = Math.min(MAX_BODY_BYTES, field.maxLength ?? Infinity);
  const encoded = encodedLength(sizeBytes, 'base64', '');
  return t(
    'File too large: {size} becomes {encodedSize} when encoded; the limit is {limit}. Choose a smaller {media, select, image {image} video {video} audio {audio file} other {file}}.',
    {
      size: formatBytes(sizeBytes),
      encodedSize: formatBytes(encoded),
      limit: formatBytes(limit),
      media: field.media,
    },
  );
}

export interface MediaDetails {
  way: MediaEncoding;
  /** Empty if unknown. */
  contentType: string;
  sizeBytes: number | null;
  /** Source for `<img>`; `null` if it must not or cannot show the value. */
  imageUrl: string | null;
}

const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i;
const PICTURE = /^image\/(?:png|jpe?g|webp|gif|avif|bmp)$/i;

/**
 * Returns the file details that can be derived from a value alone, such as one of an earlier run or of the JSON view.
 */
export function mediaDetails(value: string): MediaDetails {
  const head = DATA_URI.exec(value.slice(0, 200));
  if (head) {
    const contentType = head[1] ?? '';
    const sizeBytes = decodedLength(value.length - head[0].length, value);
    return { way: 'data-uri', contentType, sizeBytes, imageUrl: PICTURE.test(contentType) ? value : null };
  }
  if (/^[a-z][\w.+-]*:/i.test(value.slice(0, 40))) {
    return { way: 'url', contentType: '', sizeBytes: null, imageUrl: null };
  }
  const contentType = SIGNATURES.find(([start]) => value.startsWith(start))?.[1] ?? '';
  const imageUrl = PICTURE.test(contentType) ? `data:${contentType};base64,${value}` : null;
  return { way: 'base64', contentType, sizeBytes: decodedLength(value.length, value), imageUrl };
}

function decodedLength(characters: number, value: string): number {
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((characters * 3) / 4) - padding);
}

/** Base64 prefixes of file signatures. */
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

/** Returns the last part of a URL, or the whole URL if that part says nothing. */
export function urlName(url: string): string {
  try {
    const { pathname, host } = new URL(url);
    return decodeURIComponent(pathname.split('/').at(-1) ?? '') || host || url;
  } catch {
    return url;
  }
}
