import { RELAY_HEADER } from '@contract/console/surfaces';
import { contentHeaders } from '../../assets/content/content-headers';
import { fileNameOf } from '../../http/content-disposition';
import { normalizeMediaType, essenceOf, UNKNOWN_TYPE } from '../../http/media-type';

/**
 * An allowlist: many headers change what a browser does to the whole origin (`Set-Cookie`, `Clear-Site-Data`, `Refresh`,
 * `Service-Worker-Allowed`, `Alt-Svc` …), and `WWW-Authenticate` opens a dialog.
 */
const RELAYED = new Set([
  'accept-ranges',
  'age',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'deprecation',
  'etag',
  'expires',
  'idempotent-replayed',
  'last-modified',
  'retry-after',
  'sunset',
  'vary',
  'x-correlation-id',
  'x-request-id',
]);
const FAMILIES_RELAYED = /^(?:x-service-|x-comfy-|x-committed-spend-|x-concurrency-|x-ratelimit-|ratelimit)/;

/** Types that the console can use although a browser saves them as files; types that can contain scripts are replaced. */
const NAMED_TYPES = /^(?:image|audio|video|model)\//;

/**
 * Builds the headers of a relayed response. Third-party bytes are served from our own origin, so they follow the rules of stored
 * files. JSON and event streams cannot run and are unchanged.
 */
export function relayedHeaders(
  { headers: from, status }: Response,
  { filename, isContent }: { filename: string | null; isContent: boolean },
): Headers {
  const headers = new Headers();
  for (const [name, value] of from) {
    if (RELAYED.has(name) || FAMILIES_RELAYED.test(name)) headers.set(name, value);
  }
  headers.set(RELAY_HEADER, 'surface');
  headers.set('cache-control', cacheControl(from));
  const type = from.get('content-type');
  const essence = type === null ? null : essenceOf(type);
  if (essence !== null && !isContent && isData(essence)) {
    headers.set('content-type', normalizeMediaType(type ?? ''));
    return headers;
  }
  const isNamed =
    essence !== null && (NAMED_TYPES.test(essence) || ['text/plain', 'application/json'].includes(essence));
  const contentType = isNamed ? normalizeMediaType(type ?? '') : UNKNOWN_TYPE;
  const filePath = fileNameOf(from.get('content-disposition')) ?? filename;
  const vary = headers.get('vary');
  for (const [name, value] of contentHeaders({ contentType, filePath }, { filename })) headers.set(name, value);
  if (vary !== null) headers.append('vary', vary);
  // A browser updates the stored response with these headers (RFC 9111, 3.2), and this response has no type.
  if (status === 304 || status === 204)
    for (const name of ['content-type', 'content-disposition']) headers.delete(name);
  return headers;
}

function isData(essence: string): boolean {
  return isJsonType(essence) || essence === 'application/x-ndjson' || essence === 'text/event-stream';
}

export function isJsonType(contentType: string | null): boolean {
  return contentType !== null && /^application\/(?:json|[\w.+-]+\+json)$/.test(essenceOf(contentType));
}

/** Never allows shared caches: the response was made for the credential of one surface. */
function cacheControl(from: Headers): string {
  const stated = from.get('cache-control');
  if (stated === null) return from.has('etag') ? 'private, no-cache' : 'no-store';
  const kept = stated
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => !/^(?:public|private|s-maxage|proxy-revalidate)\b/i.test(directive) && directive !== '');
  return ['private', ...kept].join(', ');
}
