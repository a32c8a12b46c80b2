import type { JobOperationId } from '@contract/jobs/operations';
import type { RouterOperationId } from '@contract/router/operations';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { IS_DEMO } from '@/lib/host-kind';
import { t } from '@/lib/i18n/messages';
import { gatewayUrl } from './gateway-url';
import { hasGateway } from './surfaces/has-gateway';
import { configuredSurfaces, useSurfaceList } from './surfaces/surface-list';
import type { Surface } from './surfaces/surface-type';

export type { Surface } from './surfaces/surface-type';

/** The gateway that served this page. */
export const LOCAL_SURFACE: Surface = {
  id: LOCAL_SURFACE_ID,
  get name() {
    return IS_DEMO ? t('This browser') : t('This machine');
  },
  color: 'gray',
  baseUrl: gatewayUrl(),
  routerBaseUrl: gatewayUrl(),
  kind: 'gateway',
};

/** Returns all surfaces: the gateway of this page first, then the configured ones in the order of the user. */
export function allSurfaces(): readonly Surface[] {
  return hasGateway() ? [LOCAL_SURFACE, ...configuredSurfaces()] : configuredSurfaces();
}

/** Returns the surface that opens first. */
export function defaultSurface(): Surface {
  const { defaultId } = useSurfaceList.getState();
  return findSurface(defaultId) ?? allSurfaces()[0] ?? LOCAL_SURFACE;
}

export function findSurface(id: string): Surface | null {
  return allSurfaces().find((surface) => surface.id === id) ?? null;
}

/** Returns true for the gateway that served this page, which records every call and supports the console API. */
export function isOwnGateway(surface: Surface | null): boolean {
  return surface !== null && surface.kind === 'gateway' && surface.routerBaseUrl === gatewayUrl();
}

/** Returns the origin of the Job API itself, even if it is relayed. */
export function jobOriginOf({ remote, baseUrl }: Surface): string {
  return new URL(remote?.jobs ?? baseUrl ?? location.origin).origin;
}

/** Returns the origin of the Model Router itself, even if it is relayed: links of its responses are validated against it. */
export function routerOriginOf({ remote, routerBaseUrl, baseUrl }: Surface): string {
  return new URL(remote?.router ?? routerBaseUrl ?? baseUrl ?? location.origin).origin;
}

/** Names of queries: the operation that they read, or what they derive from other reads. */
export type QueryName =
  | JobOperationId
  | RouterOperationId
  | 'console.status'
  | 'console.storage'
  | 'console.summary'
  | 'console.session'
  | 'console.definitions'
  | 'console.lastSeenClasses'
  | 'console.assets'
  | 'console.prompts'
  | 'console.models'
  | 'console.modelFiles'
  | 'console.libraryImage'
  | 'console.templates'
  | 'console.webhook'
  | 'console.providerKeys'
  | 'deployment.workflow'
  // Derived from a list: a change of a job does not make it stale.
  | 'derived.previousRuns'
  | 'derived.draftRuns'
  | 'derived.rowInputs'
  | 'derived.running'
  | 'derived.reachable'
  | 'derived.capabilities'
  // Stored in this browser.
  | `device.${string}`;

/**
 * The only way to build a cache key: surface, name, then its parameters. `src/api/live/stale-table.ts` lists which of them a change
 * makes stale.
 */
export function operationKey(surface: Surface, name: QueryName, ...params: readonly unknown[]): readonly unknown[] {
  return [surface.id, name, ...params];
}
