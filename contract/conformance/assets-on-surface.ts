import type { Asset } from '../jobs/schemas';
import type { Surface } from './surface';

/** Short ways to say what the rules of assets need. */

export interface Upload {
  file?: string | Uint8Array;
  /** Text parts before the file; `undefined` leaves out one of the usual two. */
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

/** @throws when the surface refuses. */
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

/** Different in each call, so that what earlier tests stored does not count as known. */
export function newBytes(): string {
  return `bytes ${crypto.randomUUID()}`;
}

/** The reference that stands in a graph in place of a file name. */
export function assetReference(info: Record<string, unknown>): unknown {
  return { __type: 'core/ASSET', info };
}
