import type { AppDeps } from '../../deps';
import { isLoopbackName, ownOrigin } from '../../http/access';

/** Other spellings of addresses that connect to this machine. */
const UNSPECIFIED = /^(?:0\.0\.0\.0|\[::\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/** Returns true if a URL leads back to this gateway, so that a relayed request would loop. */
export function isOwnUrl(
  address: string,
  request: Request,
  deps: Pick<AppDeps, 'settings' | 'listeningAddress'>,
): boolean {
  const url = new URL(address);
  // `localhost.` is the same name, as the root of the DNS.
  url.hostname = url.hostname.replace(/\.$/, '');
  const requested = new URL(request.url);
  const own = [requested.origin, ownOrigin(requested, deps)];
  if (own.includes(url.origin)) return true;
  if (!isLoopbackName(url.hostname) && !UNSPECIFIED.test(url.hostname)) return false;
  const listening = deps.listeningAddress === undefined ? null : new URL(deps.listeningAddress);
  const ports = [
    ...(isLoopbackName(requested.hostname) ? [portOf(requested)] : []),
    ...(listening ? [portOf(listening)] : []),
  ];
  return ports.includes(portOf(url));
}

function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
}
