import type { AssetRecord } from '../storage/store';
import { essenceOf, normalizeMediaType } from './media-type';

/**
 * Untrusted bytes on our own origin. A browser may show what cannot run; everything else it must save. Even what it shows
 * runs nothing: no sniffing, no scripts, and a sandbox without an origin.
 * @param filename what the caller wants the file to be saved as; another ending than its own is not taken
 * @param isSigned the URL carries the permission: pages of other sites may show images, audio and video by it
 */
export function contentHeaders(
  asset: Pick<AssetRecord, 'contentType' | 'filePath'>,
  { isSigned = false, filename = null }: { isSigned?: boolean; filename?: string | null } = {},
): Headers {
  const own = fileName(asset.filePath);
  const wanted = filename === null ? own : fileName(filename);
  const name = endingOf(wanted) === endingOf(own) ? wanted.slice(-MAX_NAME) : own;
  const type = essenceOf(asset.contentType);
  const isShown = isSafeToShow(type);
  const isMedia = /^(?:image|audio|video)\//.test(type) && isShown;
  // The browser's own page for audio and video loads its URL a second time; with an opaque origin that request would be
  // cross-origin and the media would not play. Scripts stay forbidden, so the origin is of no use to the content.
  const sandbox = /^(?:audio|video)\//.test(type) ? 'sandbox allow-same-origin' : 'sandbox';
  return new Headers({
    'content-type': normalizeMediaType(asset.contentType),
    'content-disposition': disposition(isShown ? 'inline' : 'attachment', name),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': isSigned && isMedia ? 'cross-origin' : 'same-origin',
    // A response for one use must not come from the cache for another (`content-use.ts`).
    vary: 'Sec-Fetch-Dest',
    // The browser's own viewers for images, audio and video need these and nothing more.
    'content-security-policy': `default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${sandbox}`,
  });
}

const SAFE_TYPES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/bmp',
  'image/tiff',
  'image/x-icon',
  'text/plain',
  'application/json',
]);

/** By list: a type that nobody thought of is saved, not shown. */
function isSafeToShow(type: string): boolean {
  return SAFE_TYPES.has(type) || /^(audio|video)\/[\w.+-]+$/.test(type);
}

/** Long enough for a pattern of titles, short enough for a header and for file systems. */
const MAX_NAME = 200;

function endingOf(name: string): string {
  return (/\.[^.]*$/.exec(name)?.[0] ?? '').toLowerCase();
}

function fileName(filePath: string | null): string {
  const last = (filePath ?? '').split(/[/\\]/).at(-1) ?? '';
  // Neither control characters nor halves of a pair can stand in a header.
  const clean = last
    .replace(/\p{Cc}/gu, '')
    .replace(/\p{Cs}/gu, '_')
    .trim();
  return clean === '' || clean === '.' || clean === '..' ? 'asset' : clean;
}

/** RFC 6266: a plain name for old readers, the true one in `filename*` where they differ. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `${kind}; filename="${name}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
