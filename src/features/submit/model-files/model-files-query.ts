import { queryOptions } from '@tanstack/react-query';
import type { ModelFile, ModelFiles } from '@contract/console/engine-library';
import { callConsole, consolePath } from '@/api/call-console';
import { operationKey, type Surface } from '@/api/surface';

/** ComfyUI searches its folders for each request. */
const FRESH_MS = 120_000;

/** What ComfyUI knows about its model files. Empty on a server without it: the names are in the node definitions. */
export function modelFilesQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.modelFiles'),
    queryFn: async ({ signal }): Promise<ModelFiles> => {
      try {
        return await callConsole(surface, 'listModelFiles', { signal });
      } catch (error) {
        if (signal.aborted) throw error;
        // An older gateway, or one that is away: nothing depends on it.
        return { folders: [] };
      }
    },
    staleTime: FRESH_MS,
  });
}

/** A kind of model files, with the files by name. */
export interface ModelFolder {
  name: string;
  files: ReadonlyMap<string, ModelFile>;
}

/** Enough to tell kinds apart, whose files hardly ever share names. */
const COMPARED = 200;

/** Returns the kind whose files a list of names has; `null` if it is none. */
export function folderOf(names: readonly string[], { folders }: ModelFiles): ModelFolder | null {
  const compared = names.slice(0, COMPARED);
  let best: ModelFolder | null = null;
  let most = 0;
  for (const { name, files } of folders) {
    const byName = new Map(files.map((file) => [file.name, file]));
    const count = compared.filter((each) => byName.has(each)).length;
    if (count > most) [best, most] = [{ name, files: byName }, count];
  }
  return best;
}

/** Path of the image of a model file. */
export function modelPreviewPath(folder: string, { engine, name, path_index }: ModelFile): string {
  const query = new URLSearchParams({ engine, folder, path_index: String(path_index), file: name });
  return consolePath('getModelPreview', {}, query);
}
