import type { AssetRecord } from '../storage/store';

/**
 * Bytes of strangers on our own origin. A browser may show what cannot run; everything else it must save. Even what it
 * shows runs nothing: no sniffing, and a sandbox without an origin.
 */
export function contentHeaders(asset: Pick<AssetRecord, 'contentType' | 'filePath'>): Headers {
  const name = fileName(asset.filePath);
  const isShown = isSafeToShow(asset.contentType);
  return new Headers({
    'content-type': asset.contentType,
    'content-disposition': disposition(isShown ? 'inline' : 'attachment', name),
    'x-content-type-options': 'nosniff',
    // The browser's own viewers for pictures, sound and film need these and nothing more.
    'content-security-policy':
      "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox",
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
export function isSafeToShow(contentType: string): boolean {
  const type = essence(contentType);
  return SAFE_TYPES.has(type) || /^(audio|video)\/[\w.+-]+$/.test(type);
}

function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
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
