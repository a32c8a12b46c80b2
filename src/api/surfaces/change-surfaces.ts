import type { QueryClient } from '@tanstack/react-query';
import { LOCAL_SURFACE_ID, type SurfaceConfig, type SurfaceOrder } from '@contract/console/surfaces';
import { callConsole } from '../call-console';
import { forgetKey, keepCredential, type Keep } from '../change-keys';
import { partnerKeys } from '../partner-keys';
import { allSurfaces, findSurface, jobOriginOf, LOCAL_SURFACE } from '../surface';
import { forgetCapabilities } from './capability-record';
import { credentials, heldCredential } from './direct-credentials';
import { hasGateway } from './has-gateway';
import { currentList, showList } from './surface-config';

/**
 * Changes the list of configured surfaces: on the gateway, otherwise in this browser (decision 058). Separate from reading it, which
 * every first screen does.
 */

/** Credential entered in the server form, in addition to its record. */
export interface TypedCredential {
  /** Undefined: unchanged; null: removed. */
  credential: string | null | undefined;
  /** For a direct surface. Undefined: where its credential is. */
  keep?: Keep | undefined;
}

/** Adds a surface or replaces the one with its id. @throws ApiError */
export async function saveSurface(
  client: QueryClient,
  surface: SurfaceConfig,
  { credential, keep }: TypedCredential,
): Promise<void> {
  const isDirect = surface.access === 'direct';
  forgetCapabilities(surface.id);
  if (isDirect && credential !== null) await keepCredential(surface, credential, keep);
  else forgetKey(credentials, surface.id);
  if (hasGateway()) {
    // A credential that the page uses itself is not sent to the gateway.
    const body = { surface, credential: isDirect ? null : credential };
    showList(client, await callConsole(LOCAL_SURFACE, 'putSurface', { params: { id: surface.id }, body }));
    return;
  }
  const { surfaces, defaultId } = currentList();
  const entry = { ...surface, hasCredential: Object.keys(heldCredential(surface)).length > 0 };
  const isKnown = surfaces.some(({ id }) => id === surface.id);
  const next = isKnown ? surfaces.map((other) => (other.id === surface.id ? entry : other)) : [...surfaces, entry];
  showList(client, { surfaces: next, defaultId: surfaces.length === 0 ? surface.id : defaultId });
}

/** Its jobs stay on the surface; drafts and records of this browser stay until they are deleted. @throws ApiError */
export async function removeSurface(client: QueryClient, id: string): Promise<void> {
  forgetKey(credentials, id);
  forgetPartnerKeys(id);
  forgetCapabilities(id);
  if (hasGateway()) return showList(client, await callConsole(LOCAL_SURFACE, 'deleteSurface', { params: { id } }));
  const { surfaces, defaultId } = currentList();
  const next = surfaces.filter((surface) => surface.id !== id);
  return showList(client, {
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
  if (!isShared) forgetKey(partnerKeys, origin);
}

/** @throws ApiError */
export async function orderSurfaces(client: QueryClient, order: SurfaceOrder): Promise<void> {
  if (hasGateway()) return showList(client, await callConsole(LOCAL_SURFACE, 'arrangeSurfaces', { body: order }));
  const { surfaces } = currentList();
  const next = order.ids.flatMap((id) => surfaces.find((surface) => surface.id === id) ?? []);
  return showList(client, { surfaces: next, defaultId: order.defaultId });
}

/** Allows files of a direct surface from these origins in pages that the gateway serves from now on. @throws ApiError */
export async function addContentOrigins(client: QueryClient, id: string, origins: readonly string[]): Promise<void> {
  if (!hasGateway()) return;
  showList(client, await callConsole(LOCAL_SURFACE, 'addContentOrigins', { params: { id }, body: { origins } }));
}
