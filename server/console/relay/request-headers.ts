import { API_KEY } from '@contract/router/headers';
import type { RelayedTarget } from './relay-target';

/** The only headers sent to a storage host. */
const FOR_OTHER_HOSTS = [
  'accept',
  'accept-encoding',
  'range',
  'if-range',
  'if-none-match',
  'if-match',
  'if-modified-since',
  'if-unmodified-since',
];

/**
 * What both APIs read from a request, and what describes its body. Everything else stays here: proxies in front of a surface take many
 * headers for the address of the caller or for another URL.
 */
const FOR_SURFACE = new Set([
  ...FOR_OTHER_HOSTS,
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'last-event-id',
  'pragma',
  'prefer',
  // Without its `traceparent`, which is set apart, the relay removes it.
  'tracestate',
]);

/** Marks requests of a relay. A gateway rejects relay requests that carry it, which prevents loops. */
export const RELAYED_BY = 'x-flowdeck-relayed';

/** Builds headers for the surface: the caller's relevant ones, with the credential of the surface instead of the caller's. */
export function surfaceHeaders(
  from: Headers,
  { surface, target }: Pick<RelayedTarget, 'surface' | 'target'>,
  version: string,
): Headers {
  const named = new Set((from.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const headers = new Headers();
  for (const [name, value] of from) {
    if (FOR_SURFACE.has(name) && !named.has(name)) headers.set(name, value);
  }
  headers.set('user-agent', `Flowdeck/${version}`);
  headers.set(RELAYED_BY, '1');
  if (surface.credential === null) return headers;
  if (target === 'router' && surface.routerAuth === 'x-api-key') headers.set(API_KEY, surface.credential);
  else headers.set('authorization', `Bearer ${surface.credential}`);
  return headers;
}

/** Builds headers for the host of a redirect: without credentials and without headers that only the surface understands. */
export function otherHostHeaders(from: Headers, version: string): Headers {
  const headers = new Headers();
  for (const name of FOR_OTHER_HOSTS) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('user-agent', `Flowdeck/${version}`);
  return headers;
}
