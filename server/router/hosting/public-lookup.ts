import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './private-networks';
import { FetchBlocked } from './public-fetch';

/** Checks a literal IP address, for which no DNS lookup happens. @throws FetchBlocked */
export function assertPublicHost({ hostname }: URL): void {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic();
}

function notPublic(): FetchBlocked {
  return new FetchBlocked('The URL is not on the public internet');
}

/** Node's DNS lookup, restricted to names whose addresses are all public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return callback(notPublic(), '', 0);
    // With `all`, the callback gets the whole list.
    if (options.all === true) return callback(null, addresses, 0);
    return callback(null, first.address, first.family);
  });
};
