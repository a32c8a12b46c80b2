import type { AssetCopies, HostedCall } from '../model-source';
import { isAssetPlace, isMediaType, nameOfAddress, writePath } from './asset-url-rules';
import { saveAsset, type KeepDeps } from './save-asset';
import { replaceAddresses, type NamedUrl } from './url-scanner';
import { ownAsset } from './resolve-signed-url';
import type { PublicFetch } from './public-fetch';

const MAX_ASSETS = 64;
const MAX_BYTES = 1024 ** 3;
/** All assets of one answer together: a result that is there must not wait for ever for its copies. */
const COPYING_MS = 120_000;

export interface CopyDeps extends KeepDeps {
  fetchPublic: PublicFetch;
  /** Told why an asset was not copied; never with its address, which may be signed. */
  onSkipped: (error: unknown) => void;
}

export interface Copied {
  chunks: readonly Uint8Array[];
  /** An asset in it still lies with the provider, whose address may work for minutes only. */
  hasForeignAsset: boolean;
}

/**
 * Copies the assets that an answer names and puts our signed addresses in their place. Best effort for each: what cannot
 * be copied keeps the provider's address (Model Router 2, hosting rule 5). @param chunks JSON, which is never printed anew
 */
export async function copyAssets(
  chunks: readonly Uint8Array[],
  addresses: readonly NamedUrl[],
  copies: AssetCopies | undefined,
  call: HostedCall,
  deps: CopyDeps,
): Promise<Copied> {
  const foreign = addresses.filter(({ address }) => ownAsset(address, deps) === null);
  const isListed = (place: NamedUrl) => isAssetPlace(place) || isNamed(place, copies);
  const wanted = copies === undefined ? [] : foreign.filter((place) => isWanted(place, copies));
  const limited = { ...call, signal: AbortSignal.any([call.signal, AbortSignal.timeout(COPYING_MS)]) };
  const copied = await copyEach(wanted, (address) => copyOne(address, copies, limited, deps));
  const replacements = wanted.flatMap((at) => {
    const by = copied.get(at.address);
    return by === undefined ? [] : [{ at, by }];
  });
  return {
    chunks: replacements.length === 0 ? chunks : replaceAddresses(chunks, replacements),
    hasForeignAsset: foreign.some((place) => isListed(place) && !(wanted.includes(place) && copied.has(place.address))),
  };
}

function isNamed(place: NamedUrl, copies: AssetCopies | undefined): boolean {
  return copies !== undefined && copies.which !== 'media' && copies.which.includes(writePath(place.path));
}

function isWanted(place: NamedUrl, copies: AssetCopies): boolean {
  return copies.which === 'media' ? isAssetPlace(place) : isNamed(place, copies);
}

/** Each address once, however often it is named. */
async function copyEach(
  places: readonly NamedUrl[],
  copy: (address: string) => Promise<string | null>,
): Promise<Map<string, string>> {
  const addresses = [...new Set(places.map(({ address }) => address))].slice(0, MAX_ASSETS);
  const copied = await Promise.all(addresses.map(async (address) => [address, await copy(address)] as const));
  return new Map(copied.flatMap(([address, by]) => (by === null ? [] : [[address, by] as const])));
}

async function copyOne(
  address: string,
  copies: AssetCopies | undefined,
  call: HostedCall,
  deps: CopyDeps,
): Promise<string | null> {
  const { signal, owner, origin } = call;
  const trustedOrigins = copies?.trustedOrigins ?? new Set<string>();
  try {
    const file = await deps.fetchPublic(address, { maxBytes: MAX_BYTES, signal, trustedOrigins });
    if (copies?.which === 'media' && !isMediaType(file.contentType)) {
      await drop(file.content);
      return null;
    }
    const lifetime = copies?.lifetimeS === undefined ? {} : { lifetimeS: copies.lifetimeS };
    const keeper = { owner, origin, signal, ...lifetime };
    const kept = await saveAsset(deps, { ...file, name: nameOfAddress(address) }, keeper);
    return kept.url;
  } catch (error) {
    deps.onSkipped(error);
    return null;
  }
}

/** Ends the transfer of what nobody wants. */
async function drop(content: AsyncIterable<Uint8Array>): Promise<void> {
  await content[Symbol.asyncIterator]().return?.();
}
