import type { ModelFile, ModelFiles } from '@contract/console/engine-library';
import { isFields } from '@contract/typed-objects';
import type { EngineLibrary } from '../../engines/engine-library';
import type { OperationHandler } from '../../http/operation';
import { librariesOf, readJsonItem, type LibraryDeps } from './read-items';

/**
 * `GET /console/library/models`: the model files of all connected ComfyUI servers, by kind. A file that several have is that of the
 * first. A list that cannot be read is omitted: the values of the node definitions remain.
 */
export const listModelFiles =
  (deps: LibraryDeps): OperationHandler =>
  async ({ request }) => {
    const folders = new Map<string, Map<string, ModelFile>>();
    const lists = await Promise.all(librariesOf(deps).map((library) => filesOf(library, request, deps)));
    for (const { folder, file } of lists.flat()) {
      const files = folders.get(folder) ?? new Map<string, ModelFile>();
      if (!files.has(file.name)) files.set(file.name, file);
      folders.set(folder, files);
    }
    const body: ModelFiles = { folders: [...folders].map(([name, files]) => ({ name, files: [...files.values()] })) };
    return Response.json(body, { headers: { 'cache-control': 'no-store' } });
  };

async function filesOf(
  library: EngineLibrary,
  request: Request,
  deps: LibraryDeps,
): Promise<{ folder: string; file: ModelFile }[]> {
  const read = await readJsonItem(library, { kind: 'model-folders' }, request, deps);
  const folders = listOf(read).flatMap((entry) => (typeof entry['name'] === 'string' ? [entry['name']] : []));
  const found: { folder: string; file: ModelFile }[] = [];
  // One after another: ComfyUI searches each folder while it answers nothing else.
  for (const folder of folders) {
    const files = listOf(await readJsonItem(library, { kind: 'model-files', folder }, request, deps));
    for (const entry of files) {
      const file = readFile(entry, library.engine);
      if (file) found.push({ folder, file });
    }
  }
  return found;
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function readFile({ name, pathIndex, size, modified }: Record<string, unknown>, engine: string): ModelFile | null {
  if (typeof name !== 'string' || typeof pathIndex !== 'number' || !Number.isSafeInteger(pathIndex)) return null;
  return {
    name,
    engine,
    path_index: pathIndex,
    size: typeof size === 'number' ? size : null,
    // ComfyUI gives seconds, as Python does.
    modified: typeof modified === 'number' ? Math.round(modified * 1000) : null,
  };
}
