import type { Asset } from '../../jobs/schemas';
import type { Surface } from './surface';

/** Shortcuts for the asset rules. */

export interface Upload {
  file?: string | Uint8Array;
  /** Text parts sent before the file; `undefined` omits a default part. */
  parts?: Readonly<Record<string, string | readonly string[] | undefined>>;
  headers?: Record<string, string>;
}

export function postAsset(surface: Surface, { file = 'bytes', parts = {}, headers = {} }: Upload = {}) {
  const form = new FormData();
  const all = { content_type: 'text/plain', file_path: 'note.txt', ...parts };
  for (const [name, value] of Object.entries(all)) {
    for (const one of value === undefined ? [] : [value].flat()) form.append(name, one);
  }
  const bytes = typeof file === 'string' ? file : new Uint8Array(file);
  form.append('file', new Blob([bytes]), 'note.txt');
  return surface.fetch('/api/v2/assets', { method: 'POST', body: form, headers });
}

/** Uploads an asset. @throws if the surface rejects it. */
export async function uploaded(surface: Surface, upload: Upload = {}): Promise<Asset> {
  return assetOf(await postAsset(surface, upload));
}

export async function assetOf(response: Response): Promise<Asset> {
  if (!response.ok) throw new Error(`Refused with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Asset;
}

export function fromHash(surface: Surface, body: unknown): Promise<Response> {
  return surface.fetch('/api/v2/assets/from-hash', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function readAsset(surface: Surface, id: string): Promise<Asset> {
  return assetOf(await surface.fetch(`/api/v2/assets/${id}`));
}

export function deleteAsset(surface: Surface, id: string): Promise<Response> {
  return surface.fetch(`/api/v2/assets/${id}`, { method: 'DELETE' });
}

/** Returns unique bytes, so that no earlier upload has the same hash. */
export function newBytes(): string {
  return `bytes ${crypto.randomUUID()}`;
}

/** Builds the asset reference that replaces a file name in a graph. */
export function assetReference(info: Record<string, unknown>): unknown {
  return { __type: 'core/ASSET', info };
}
