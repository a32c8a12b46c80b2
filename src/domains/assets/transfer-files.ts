import type { Asset } from '@contract/jobs/schemas';
import { parseJson, replaceValue, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { assetIdOf, assetReference, isAssetReference } from '@contract/workflow/asset-references';
import { isJsonObject } from '@contract/workflow/graph';
import { call } from '@/api/client';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { findAssetByHash, uploadAsset } from './asset-upload';
import { fetchContent } from '@/api/fetch-content';

/** A file of the workflow could not be transferred to the other surface; the message is human-readable. */
export class TransferError extends Error {}

/**
 * Returns the text of a workflow with file references of one surface replaced by references to the same files on another, found
 * there by hash or uploaded. No other byte changes. @throws TransferError, ApiError
 */
export async function transferFiles(text: string, from: Surface, to: Surface, signal: AbortSignal): Promise<string> {
  const places = placesOfReferences(parseJson(text), []);
  const ids = [...new Set(places.flatMap(({ id }) => id ?? []))];
  const transferred = new Map<string, JsonObject>();
  // One at a time: files may be large, and uploads share the connections of the browser.
  for (const id of ids) transferred.set(id, await transferFile(id, from, to, signal));
  let result = text;
  for (const { path, id } of places) {
    const reference = id === null ? undefined : transferred.get(id);
    if (reference) result = replaceValue(result, path, stringifyJson(reference));
  }
  return result;
}

interface Place {
  path: readonly (string | number)[];
  id: string | null;
}

function placesOfReferences(value: JsonValue, path: Place['path']): Place[] {
  if (isAssetReference(value)) return [{ path, id: assetIdOf(value) }];
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOfReferences(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, property]) => placesOfReferences(property, [...path, name]));
}

async function transferFile(id: string, from: Surface, to: Surface, signal: AbortSignal): Promise<JsonObject> {
  const { body: asset } = await call(from, 'getAsset', { params: { id }, signal });
  const name = asset.file_path ?? id;
  const { hash, content_type } = asset;
  const known = hash === null ? null : await findAssetByHash(to, { hash, file_path: name, content_type }, signal);
  const there = known ?? (await upload(asset, name, from, to, signal));
  return assetReference({ id: there.id, hash: there.hash ?? hash, file_path: name });
}

/** Downloads the file of an asset. @throws TransferError */
export async function readAssetFile(asset: Asset, name: string, from: Surface, signal: AbortSignal): Promise<File> {
  const response = await fetchContent(from, asset.url, { signal });
  if (!response.ok)
    throw new TransferError(
      t('{file} could not be read from {server} (HTTP {status}).', {
        file: name,
        server: from.name,
        status: response.status,
      }),
    );
  return new File([await response.blob()], name, { type: asset.content_type });
}

async function upload(asset: Asset, name: string, from: Surface, to: Surface, signal: AbortSignal): Promise<Asset> {
  const file = await readAssetFile(asset, name, from, signal);
  const sent = await uploadAsset(to, file, crypto.randomUUID(), signal);
  if (!sent) throw new TransferError(t('{file} could not be uploaded to {server}.', { file: name, server: to.name }));
  return sent.asset;
}
