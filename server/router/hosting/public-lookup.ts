import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './private-networks';
import { FetchBlocked } from './public-fetch';

/** A literal address is never looked up, so it is judged here. @throws FetchBlocked */
export function assertPublicHost({ hostname }: URL): void {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic();
}

function notPublic(): FetchBlocked {
  return new FetchBlocked('The address does not lie on the public internet');
}

/** Node's own lookup, whose answer counts only when all of it is public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return callback(notPublic(), '', 0);
    // Of a wish for all the whole list is the answer; the types know one form only.
    if (options.all === true) return callback(null, addresses as never, 0);
    return callback(null, first.address, first.family);
  });
};
