import type { Surface } from '../surface';
import { useSurfaceList } from './surface-list';
import { mayServeContent, type ListedSurface } from '@contract/console/surfaces';

/**
 * Content origins of direct surfaces. Their signed links may name another host, which the policy of a page includes only once the
 * gateway knows it (decision 100): origins that links name are reported to it.
 */

type Listener = (surfaceId: string, origins: readonly string[]) => void;

/** Named by links of this page, and not yet known to the gateway: ids of surfaces by origin. */
const named = new Map<string, string>();
let report: Listener | null = null;

/** Records the origin of a file. Called for every link of a response, hence cheap if the origin is known. */
export function noteContentOrigin(surface: Surface, url: string): void {
  if (surface.remote || !URL.canParse(url)) return;
  const { origin } = new URL(url);
  if (named.get(origin) === surface.id) return;
  const listed = findListed(surface.id);
  if (!listed || listed.contentOrigins?.includes(origin) || !mayServeContent(listed, origin)) return;
  named.set(origin, surface.id);
  report?.(surface.id, [origin]);
}

/** Calls back with all origins that links named so far, and then with each new one. */
export function onContentOrigin(listener: Listener): void {
  report = listener;
  for (const [origin, id] of named) listener(id, [origin]);
}

/** Returns true if a page that is served from now on may load files of the surface from the origin of this URL. */
export function canAllowContent(surface: Surface, url: string): boolean {
  const listed = findListed(surface.id);
  return listed !== undefined && mayServeContent(listed, new URL(url).origin);
}

function findListed(id: string): ListedSurface | undefined {
  return useSurfaceList.getState().surfaces.find((listed) => listed.id === id);
}
