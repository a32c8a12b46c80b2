import type { AssetCopies, HostedCall } from '../model-source';
import { isAssetLocation, isMediaType, fileNameOfUrl, writePath } from './asset-url-rules';
import { saveAsset, type SaveDeps } from './save-asset';
import { replaceUrls, type NamedUrl } from './url-scanner';
import { ownAsset } from './resolve-signed-url';
import type { PublicFetch } from './public-fetch';

const MAX_ASSETS = 64;
const MAX_BYTES = 1024 ** 3;
/** Time limit for copying all assets of a response, so that a finished result is not blocked by its copies. */
const COPYING_MS = 120_000;

export interface CopyDeps extends SaveDeps {
  fetchPublic: PublicFetch;
  /** Called with the reason why an asset was not copied, never with its URL, which may be signed. */
  onSkipped: (error: unknown) => void;
}

export interface Copied {
  chunks: readonly Uint8Array[];
  /** `true` if an asset is still hosted by the provider, whose URL may expire within minutes. */
  hasForeignAsset: boolean;
}

/**
 * Copies the assets of a response and replaces their URLs with signed gateway URLs. Best effort per asset: if a copy fails,
 * the provider's URL stays (Model Router 2, hosting rule 5). @param chunks JSON, which is never serialized again
 */
export async function copyAssets(
  chunks: readonly Uint8Array[],
  addresses: readonly NamedUrl[],
  copies: AssetCopies | undefined,
  call: HostedCall,
  deps: CopyDeps,
): Promise<Copied> {
  const foreign = addresses.filter(({ address }) => ownAsset(address, deps) === null);
  const isListed = (position: NamedUrl) => isAssetLocation(position) || isNamed(position, copies);
  const wanted = copies === undefined ? [] : foreign.filter((position) => isWanted(position, copies));
  const limited = { ...call, signal: AbortSignal.any([call.signal, AbortSignal.timeout(COPYING_MS)]) };
  const copied = await copyEach(wanted, (address) => copyOne(address, copies, limited, deps));
  const replacements = wanted.flatMap((at) => {
    const by = copied.get(at.address);
    return by === undefined ? [] : [{ at, by }];
  });
  return {
    chunks: replacements.length === 0 ? chunks : replaceUrls(chunks, replacements),
    hasForeignAsset: foreign.some(
      (position) => isListed(position) && !(wanted.includes(position) && copied.has(position.address)),
    ),
  };
}

function isNamed(position: NamedUrl, copies: AssetCopies | undefined): boolean {
  return copies !== undefined && copies.which !== 'media' && copies.which.includes(writePath(position.path));
}

function isWanted(position: NamedUrl, copies: AssetCopies): boolean {
  return copies.which === 'media' ? isAssetLocation(position) : isNamed(position, copies);
}

/** Copies each URL once, even if it occurs several times. */
async function copyEach(
  positions: readonly NamedUrl[],
  copy: (address: string) => Promise<string | null>,
): Promise<Map<string, string>> {
  const addresses = [...new Set(positions.map(({ address }) => address))].slice(0, MAX_ASSETS);
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
    const keeper = { owner, origin, signal, inputs: call.inputs?.(), ...lifetime };
    const kept = await saveAsset(deps, { ...file, name: fileNameOfUrl(address) }, keeper);
    return kept.url;
  } catch (error) {
    deps.onSkipped(error);
    return null;
  }
}

/** Aborts the transfer of content that is not needed. */
async function drop(content: AsyncIterable<Uint8Array>): Promise<void> {
  await content[Symbol.asyncIterator]().return?.();
}
