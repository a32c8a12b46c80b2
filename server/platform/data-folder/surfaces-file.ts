import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { fieldsOf } from '@contract/typed-objects';
import { StoredSurface, type StoredSurfaces, type SurfaceStore } from '../../console/surfaces/surface-store';
import type { Logger } from '../../log';
import { openPrivateFile, type CheckedValue } from './private-file';

const EMPTY: StoredSurfaces = { surfaces: [], defaultId: LOCAL_SURFACE_ID };

/** Opens the configured surfaces in `surfaces.json`. */
export function openSurfacesFile(folder: string, log: Logger): SurfaceStore {
  return openPrivateFile(folder, 'surfaces.json', {
    what: 'The list of surfaces',
    secrets: 'the credentials of your surfaces',
    empty: EMPTY,
    check: checkSurfaces,
    log,
  });
}

/** Returns every valid surface, even if others are invalid. */
function checkSurfaces(value: unknown, file: string): CheckedValue<StoredSurfaces> {
  const { surfaces, defaultId } = fieldsOf(value);
  if (!Array.isArray(surfaces)) {
    return { value: EMPTY, problem: `The file ${file} has no list of surfaces` };
  }
  const valid: StoredSurface[] = [];
  for (const entry of surfaces) {
    const { success, data } = StoredSurface.safeParse(entry);
    if (success && !valid.some(({ id }) => id === data.id)) valid.push(data);
  }
  const left = surfaces.length - valid.length;
  const isKnown = typeof defaultId === 'string' && valid.some(({ id }) => id === defaultId);
  return {
    value: { surfaces: valid, defaultId: isKnown ? defaultId : LOCAL_SURFACE_ID },
    problem:
      left === 0 ? null : `Invalid entries in the list of surfaces ${file}: ${left} of ${surfaces.length} not used`,
  };
}
