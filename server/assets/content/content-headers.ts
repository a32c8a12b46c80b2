import type { AssetRecord } from '../../storage/store';
import { essenceOf, normalizeMediaType } from '../../http/media-type';

/**
 * Returns headers for untrusted bytes on our own origin. Browsers may display types that cannot run, and must download all
 * others. Displayed content runs no scripts: sniffing is off, and the sandbox has an opaque origin.
 * @param filename requested download name; a different extension is ignored
 * @param isSigned true if the URL is signed: pages of other sites may then embed images, audio and video
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
  // Browsers' built-in pages for audio and video load the URL a second time. With an opaque origin that request would be
  // cross-origin, and the media would not play. Scripts stay forbidden, so the content cannot use the origin.
  const sandbox = /^(?:audio|video)\//.test(type) ? 'sandbox allow-same-origin' : 'sandbox';
  return new Headers({
    'content-type': normalizeMediaType(asset.contentType),
    'content-disposition': disposition(isShown ? 'inline' : 'attachment', name),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': isSigned && isMedia ? 'cross-origin' : 'same-origin',
    // A cached response for one use must not serve another (`content-use.ts`).
    vary: 'Sec-Fetch-Dest',
    // Required by the built-in viewers of browsers for images, audio and video.
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

/** Allowlist: unknown types are downloaded, not displayed. */
function isSafeToShow(type: string): boolean {
  return SAFE_TYPES.has(type) || /^(audio|video)\/[\w.+-]+$/.test(type);
}

/** Fits title patterns, headers and file systems. */
const MAX_NAME = 200;

function endingOf(name: string): string {
  return (/\.[^.]*$/.exec(name)?.[0] ?? '').toLowerCase();
}

function fileName(filePath: string | null): string {
  const last = (filePath ?? '').split(/[/\\]/).at(-1) ?? '';
  // Headers allow neither control characters nor lone surrogates.
  const clean = last
    .replace(/\p{Cc}/gu, '')
    .replace(/\p{Cs}/gu, '_')
    .trim();
  return clean === '' || clean === '.' || clean === '..' ? 'asset' : clean;
}

/** RFC 6266: an ASCII name for old clients, and the full name in `filename*` if it differs. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `${kind}; filename="${name}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
