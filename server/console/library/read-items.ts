import type { AppDeps } from '../../deps';
import type { EngineLibrary, LibraryItem } from '../../engines/engine-library';
import { rejectWith, single } from '../../jobs/list-query';

export type LibraryDeps = Pick<AppDeps, 'engine' | 'log'>;

export function librariesOf({ engine }: LibraryDeps): readonly EngineLibrary[] {
  return engine.libraries?.() ?? [];
}

/** Reads JSON; `null` if this ComfyUI does not have it, `undefined` if it failed. @throws if the caller has disconnected */
export async function readJsonItem(
  library: EngineLibrary,
  item: LibraryItem,
  { signal }: Request,
  { log }: LibraryDeps,
): Promise<unknown> {
  try {
    const bytes = await library.read(item, signal);
    const read: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    return read;
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ engine: library.engine, item: item.kind, err: error }, 'ComfyUI did not list its files');
    return undefined;
  }
}

/** @throws HttpError `invalid_request` */
export function required(query: URLSearchParams, name: string): string {
  return single(query, name) || rejectWith(`${name} is required`);
}
