// oxlint-disable-next-line import/default -- Vite makes the module of this address
import classesUrl from './core-classes.json?url';
import { readCoreClasses, type CoreClasses } from './core-classes';

/** Loads the classes that come with ComfyUI, for servers that do not list their own. `null` if the download fails. */
export async function loadCoreClasses(): Promise<CoreClasses | null> {
  try {
    const response = await fetch(classesUrl);
    return response.ok ? readCoreClasses(await response.json()) : null;
  } catch {
    return null;
  }
}
