import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  ConnectionReports,
  LOCAL_SURFACE_ID,
  type SurfaceConfig,
  SurfaceList,
  type ConnectionReport,
  type SurfaceOrder,
} from '@contract/console/surfaces';
import { fetchFromSurface } from '../ask-surface';
import { setPartnerKeys } from '../partner-keys';
import { allSurfaces, findSurface, jobOriginOf, LOCAL_SURFACE } from '../surface';
import { forgetCapabilities } from './capability-record';
import { directCredential, forgetDirectCredential, setDirectCredential } from './direct-credentials';
import { hasGateway } from './has-gateway';
import { keepSurfaceList, useSurfaceList } from './surface-list';
import { testFromPage } from './test-from-page';

/** Reads and changes the list of configured surfaces: at the gateway, else in this browser (decision 058). */

const PATH = '/console/surfaces';
const QUERY_KEY = ['console.surfaces'] as const;

/** Refreshes the copy of this page. */
export function surfaceListQuery() {
  return queryOptions({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => {
      if (!hasGateway()) return currentList();
      return store(await fetchFromSurface(LOCAL_SURFACE, PATH, { signal }));
    },
    staleTime: 30_000,
    retry: false,
  });
}

/** What is typed into the form of a surface beside its record. */
export interface TypedCredential {
  /** Undefined: unchanged; null: removed. */
  credential: string | null | undefined;
  /** Of a direct surface: stored in this browser. */
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
    // A credential that the page uses itself is none of the gateway's business.
    await change(client, 'PUT', `/${surface.id}`, { surface, credential: isDirect ? null : credential });
    return;
  }
  const { surfaces, defaultId } = currentList();
  const entry = { ...surface, hasCredential: directCredential(surface) !== null };
  const isKnown = surfaces.some(({ id }) => id === surface.id);
  const next = isKnown ? surfaces.map((other) => (other.id === surface.id ? entry : other)) : [...surfaces, entry];
  await keepHere(client, { surfaces: next, defaultId: surfaces.length === 0 ? surface.id : defaultId });
}

/** Its jobs stay on the surface; drafts and records of this browser stay until they are deleted. @throws ApiError */
export async function removeSurface(client: QueryClient, id: string): Promise<void> {
  forgetDirectCredential(id);
  forgetPartnerKeys(id);
  forgetCapabilities(id);
  if (hasGateway()) return change(client, 'DELETE', `/${id}`);
  const { surfaces, defaultId } = currentList();
  const next = surfaces.filter((surface) => surface.id !== id);
  return keepHere(client, {
    surfaces: next,
    defaultId: defaultId === id ? (next[0]?.id ?? LOCAL_SURFACE_ID) : defaultId,
  });
}

/** Unless another surface of the same origin uses them. */
function forgetPartnerKeys(id: string): void {
  const removed = findSurface(id);
  if (!removed) return;
  const origin = jobOriginOf(removed);
  const isShared = allSurfaces().some((other) => other.id !== id && jobOriginOf(other) === origin);
  if (!isShared) setPartnerKeys(removed, {}, false);
}

/** @throws ApiError */
export async function orderSurfaces(client: QueryClient, order: SurfaceOrder): Promise<void> {
  if (hasGateway()) return change(client, 'PATCH', '', order);
  const { surfaces } = currentList();
  const next = order.ids.flatMap((id) => surfaces.find((surface) => surface.id === id) ?? []);
  return keepHere(client, { surfaces: next, defaultId: order.defaultId });
}

/** One report for each API of the surface. @throws ApiError where the gateway itself does not answer */
export async function testSurface(
  surface: SurfaceConfig,
  credential: string | null | undefined,
): Promise<readonly ConnectionReport[]> {
  if (surface.access === 'direct' || !hasGateway()) return testFromPage(surface, credential);
  const body = JSON.stringify({ surface, credential });
  const text = await fetchFromSurface(LOCAL_SURFACE, `${PATH}/test`, { method: 'POST', headers: JSON_TYPE, body });
  return ConnectionReports.parse(JSON.parse(text)).reports;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

async function change(client: QueryClient, method: string, path: string, body?: object): Promise<void> {
  const init = body === undefined ? { method } : { method, headers: JSON_TYPE, body: JSON.stringify(body) };
  client.setQueryData(QUERY_KEY, store(await fetchFromSurface(LOCAL_SURFACE, PATH + path, init)));
}

function store(text: string): SurfaceList {
  const list = SurfaceList.parse(JSON.parse(text));
  keepSurfaceList(list);
  return list;
}

function keepHere(client: QueryClient, list: SurfaceList): Promise<void> {
  keepSurfaceList(list);
  client.setQueryData(QUERY_KEY, list);
  return Promise.resolve();
}

function currentList(): SurfaceList {
  const { surfaces, defaultId } = useSurfaceList.getState();
  return { surfaces, defaultId };
}
