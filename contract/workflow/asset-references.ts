import type { JsonObject, JsonValue } from '../json/lossless';
import { LosslessNumber } from '../json/lossless';
import { finish, SliceMeter, type Slices } from '../slices';
import { isJsonObject, type Graph } from './graph';

/**
 * Asset reference in place of a file name (docs/api-notes.md, Assets): `{"__type":"core/ASSET","info":{"id":...}}`. The id takes
 * precedence over `hash` and `file_path`.
 */
export const ASSET_TYPE = 'core/ASSET';

export interface AssetReference {
  nodeId: string;
  input: string;
  /** `null`: the object is malformed. */
  assetId: string | null;
}

export interface AssetInfo {
  id: string;
  hash?: string | null;
  file_path?: string | null;
}

export function assetReference(info: AssetInfo): JsonObject {
  return { __type: ASSET_TYPE, info: { ...info } };
}

export function isAssetReference(value: JsonValue | undefined): value is JsonObject & { __type: typeof ASSET_TYPE } {
  return isJsonObject(value) && value['__type'] === ASSET_TYPE;
}

export function assetIdOf(value: JsonObject): string | null {
  return assetTextOf(value, 'id');
}

/** Returns a member of the reference; `null` if it is missing or empty. */
export function assetTextOf(value: JsonObject, member: keyof AssetInfo): string | null {
  const info = value['info'];
  const text = isJsonObject(info) ? info[member] : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}

/** Returns true if two references have the same hash, and thus the same bytes. */
export function hasSameBytes(left: JsonObject, right: JsonObject): boolean {
  const hash = assetTextOf(left, 'hash');
  return hash !== null && hash === assetTextOf(right, 'hash');
}

/** Finds every `core/ASSET` object of the graph, at any depth (rule J-4.24). */
export function assetReferences(graph: Graph): AssetReference[] {
  return finish(assetReferencesInSlices(graph));
}

export function* assetReferencesInSlices(graph: Graph): Slices<AssetReference[]> {
  const found: AssetReference[] = [];
  const meter = new SliceMeter();
  for (const node of graph.values()) {
    for (const [input, value] of Object.entries(node.inputs)) {
      const open: JsonValue[] = [value];
      while (open.length > 0) {
        if (meter.isFull()) yield;
        const current = open.pop();
        if (typeof current !== 'object' || current === null || current instanceof LosslessNumber) continue;
        if (Array.isArray(current)) {
          for (const item of current) open.push(item);
        } else if (isAssetReference(current)) {
          found.push({ nodeId: node.id, input, assetId: assetIdOf(current) });
        } else {
          for (const item of Object.values(current)) open.push(item);
        }
      }
    }
  }
  return found;
}
