import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  LOCAL_SURFACE_ID,
  type SurfaceConfig,
  type SurfaceList,
  type ConnectionReport,
  type SurfaceOrder,
} from '@contract/console/surfaces';
import { callConsole } from '../call-console';
import { setPartnerKeys } from '../partner-keys';
import { allSurfaces, findSurface, jobOriginOf, LOCAL_SURFACE } from '../surface';
import { forgetCapabilities } from './capability-record';
import { directCredential, forgetDirectCredential, setDirectCredential } from './direct-credentials';
import { hasGateway } from './has-gateway';
import { cacheSurfaceList, useSurfaceList } from './surface-list';
import { testFromPage } from './test-from-page';

/** Reads and changes the list of configured surfaces: on the gateway, otherwise in this browser (decision 058). */

const QUERY_KEY = ['console.surfaces'] as const;

/** Refreshes the copy of this page. */
export function surfaceListQuery() {
  return queryOptions({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => {
      if (!hasGateway()) return currentList();
      return store(await callConsole(LOCAL_SURFACE, 'listSurfaces', { signal }));
    },
    staleTime: 30_000,
    retry: false,
  });
}

/** Credential entered in the server form, in addition to its record. */
export interface TypedCredential {
  /** Undefined: unchanged; null: removed. */
  credential: string | null | undefined;
  /** For a direct surface: stored in this browser. */
  isRemembered: boolean;
}

/** Adds a surface or replaces the one with its id. @throws ApiError */
export async function saveSurface(
  client: QueryClient,
  surface: SurfaceConfig,
  { credential, isRemembered }: TypedCredential,
): Promise<void> {
  const isDirect = surface.access === 'direct';
  forgetCapabilities(surface.id);
  const here = isDirect ? (credential === undefined ? directCredential(surface) : credential) : null;
  if (here === null) forgetDirectCredential(surface.id);
  else setDirectCredential(surface, here, isRemembered);
  if (hasGateway()) {
    // A credential that the page uses itself is not sent to the gateway.
    const body = { surface, credential: isDirect ? null : credential };
    show(client, await callConsole(LOCAL_SURFACE, 'putSurface', { params: { id: surface.id }, body }));
    return;
  }
  const { surfaces, defaultId } = currentList();
  const entry = { ...surface, hasCredential: directCredential(surface) !== null };
  const isKnown = surfaces.some(({ id }) => id === surface.id);
  const next = isKnown ? surfaces.map((other) => (other.id === surface.id ? entry : other)) : [...surfaces, entry];
  show(client, { surfaces: next, defaultId: surfaces.length === 0 ? surface.id : defaultId });
}

/** Its jobs stay on the surface; drafts and records of this browser stay until they are deleted. @throws ApiError */
export async function removeSurface(client: QueryClient, id: string): Promise<void> {
  forgetDirectCredential(id);
  forgetPartnerKeys(id);
  forgetCapabilities(id);
  if (hasGateway()) return show(client, await callConsole(LOCAL_SURFACE, 'deleteSurface', { params: { id } }));
  const { surfaces, defaultId } = currentList();
  const next = surfaces.filter((surface) => surface.id !== id);
  return show(client, {
    surfaces: next,
    defaultId: defaultId === id ? (next[0]?.id ?? LOCAL_SURFACE_ID) : defaultId,
  });
}

/** Removes its partner keys, unless another surface of the same origin uses them. */
function forgetPartnerKeys(id: string): void {
  const removed = findSurface(id);
  if (!removed) return;
  const origin = jobOriginOf(removed);
  const isShared = allSurfaces().some((other) => other.id !== id && jobOriginOf(other) === origin);
  if (!isShared) setPartnerKeys(removed, {}, false);
}

/** @throws ApiError */
export async function orderSurfaces(client: QueryClient, order: SurfaceOrder): Promise<void> {
  if (hasGateway()) return show(client, await callConsole(LOCAL_SURFACE, 'arrangeSurfaces', { body: order }));
  const { surfaces } = currentList();
  const next = order.ids.flatMap((id) => surfaces.find((surface) => surface.id === id) ?? []);
  return show(client, { surfaces: next, defaultId: order.defaultId });
}

/** Returns one report per API of the surface. @throws ApiError if the gateway itself does not respond */
export async function testSurface(
  surface: SurfaceConfig,
  credential: string | null | undefined,
): Promise<readonly ConnectionReport[]> {
  if (surface.access === 'direct' || !hasGateway()) return testFromPage(surface, credential);
  return (await callConsole(LOCAL_SURFACE, 'testSurface', { body: { surface, credential } })).reports;
}

function store(list: SurfaceList): SurfaceList {
  cacheSurfaceList(list);
  return list;
}

function show(client: QueryClient, list: SurfaceList): void {
  client.setQueryData(QUERY_KEY, store(list));
}

function currentList(): SurfaceList {
  const { surfaces, defaultId } = useSurfaceList.getState();
  return { surfaces, defaultId };
}
