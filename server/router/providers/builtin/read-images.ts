import type { AppDeps } from '../../../deps';
import { concatBytes } from '../../../storage/concat-bytes';
import { ownAsset } from '../../hosting/resolve-signed-url';
import { FetchBlocked, type PublicFetch } from '../../hosting/public-fetch';
import type { ImageInput } from './builtin-model';
import { inputRejected } from './check-input';

const MAX_BYTES = 25 * 1024 ** 2;
const DATA_URI = /^data:(?:[\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[^;,]*)*;base64,/i;

export type ImageDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'sign'> & { fetchPublic: PublicFetch };

/**
 * Reads the bytes of the images of an input, given as URL, `data:` URI or base64.
 * @throws ModelFailure with one error per image that cannot be read
 */
export async function readImages(
  images: readonly ImageInput[],
  deps: ImageDeps,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const read = await Promise.all(
    images.map(async ({ source }) => {
      try {
        return await readImage(source.trim(), deps, signal);
      } catch (error) {
        if (error instanceof FetchBlocked) return error;
        throw error;
      }
    }),
  );
  const rejected = read.flatMap((result, index) =>
    result instanceof FetchBlocked ? [{ result, loc: images[index]?.loc ?? [] }] : [],
  );
  if (rejected.length > 0) {
    throw inputRejected(
      rejected.map(({ result, loc }) => ({ loc: [...loc], msg: result.message, type: 'image_unavailable' })),
    );
  }
  return read.filter((result) => result instanceof Uint8Array);
}

async function readImage(source: string, deps: ImageDeps, signal: AbortSignal): Promise<Uint8Array> {
  if (!/^https?:\/\//i.test(source)) return fromBase64(source.replace(DATA_URI, ''));
  const own = ownAsset(source, deps);
  if (!own?.blob) return collect((await deps.fetchPublic(source, { maxBytes: MAX_BYTES, signal })).content);
  if (own.sizeBytes > MAX_BYTES) throw tooLarge();
  const content = await deps.blobs.read(own.blob);
  if (!content) throw new FetchBlocked('The bytes of this file are no longer stored');
  return collect(content);
}

function fromBase64(text: string): Uint8Array {
  if (text.length > (MAX_BYTES * 4) / 3 + 4) throw tooLarge();
  if (!/^[A-Za-z0-9+/_\s-]+(?:=[=\s]*)?$/.test(text)) throw new FetchBlocked('Not a URL, data URI or base64');
  try {
    // Accepts both base64 alphabets.
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    throw new FetchBlocked('Not a URL, data URI or base64');
  }
}

function tooLarge(): FetchBlocked {
  return new FetchBlocked(`The image is larger than ${MAX_BYTES / 1024 ** 2} MiB`, { problem: 'too_large' });
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.byteLength;
  }
  return concatBytes(chunks, size);
}
