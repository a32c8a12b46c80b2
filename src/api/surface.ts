import type { JobOperationId } from '@contract/jobs/operations';
import type { RouterOperationId } from '@contract/router/operations';
import { LOCAL_SURFACE_ID, type SurfaceColor } from '@contract/console/surfaces';
import { IS_DEMO } from '@/lib/host-kind';
import { hasGateway } from './surfaces/has-gateway';
import { configuredSurfaces, useSurfaceList } from './surfaces/surface-list';

/**
 * A server that speaks the Job API, the Model Router API or both: identified by base URLs only (Job API 1, "Moving
 * between the surfaces"). Its id is the first part of every path, cache key and stored record.
 */
export interface Surface {
  id: string;
  name: string;
  /** Absent: gray. */
  color?: SurfaceColor;
  /** Of its Job API as this page reaches it, absolute, without a trailing slash; null where it has none. */
  baseUrl: string | null;
  /** Of its Model Router, a URL of its own; null where it has none. */
  routerBaseUrl: string | null;
  /** `gateway`: a Flowdeck gateway, with the private operations of the console. A `deployment` runs one pinned workflow. */
  kind: 'gateway' | 'managed' | 'deployment' | 'self-hosted' | 'router';
  /** Of a relayed surface, its own base URLs: links of its responses belong there (decision 058). */
  remote?: { jobs: string | null; router: string | null };
  /** Spelling of names that exist twice; absent: that of the API documents. */
  dialect?: 'service' | 'comfy';
  /** How its Model Router takes a credential; absent: as a bearer token. */
  routerAuth?: 'bearer' | 'x-api-key';
  /** Held by the page for a surface that it reaches directly; our own gateway knows us by cookie, the relay holds its own. */
  bearer?: string;
}

/** The gateway that served this page. */
export const LOCAL_SURFACE: Surface = {
  id: LOCAL_SURFACE_ID,
  name: IS_DEMO ? 'This browser' : 'This machine',
  color: 'gray',
  baseUrl: location.origin,
  routerBaseUrl: location.origin,
  kind: 'gateway',
};

/** All of them: the gateway of this page first, then the configured ones in the order of the user. */
export function allSurfaces(): readonly Surface[] {
  return hasGateway() ? [LOCAL_SURFACE, ...configuredSurfaces()] : configuredSurfaces();
}

/** The one that opens first. */
export function defaultSurface(): Surface {
  const { defaultId } = useSurfaceList.getState();
  return findSurface(defaultId) ?? allSurfaces()[0] ?? LOCAL_SURFACE;
}

export function findSurface(id: string): Surface | null {
  return allSurfaces().find((surface) => surface.id === id) ?? null;
}

/** The gateway that served this page: it has a record of every call, and answers the console's own requests. */
export function isOwnGateway(surface: Surface | null): boolean {
  return surface !== null && surface.kind === 'gateway' && surface.routerBaseUrl === location.origin;
}

/** Origin of the Job API itself, also of a relayed one. */
export function jobOriginOf({ remote, baseUrl }: Surface): string {
  return new URL(remote?.jobs ?? baseUrl ?? location.origin).origin;
}

/** Origin of the Model Router itself, also of a relayed one: links of its responses are judged by it. */
export function routerOriginOf({ remote, routerBaseUrl, baseUrl }: Surface): string {
  return new URL(remote?.router ?? routerBaseUrl ?? baseUrl ?? location.origin).origin;
}

/** The one way to make a cache key: surface, operation, then its parameters. Invalidate by the first two. */
export function operationKey(
  surface: Surface,
  operation:
    | JobOperationId
    | RouterOperationId
    | 'console.status'
    | 'console.storage'
    | 'console.summary'
    | 'console.session'
    | 'console.definitions'
    | 'console.assets'
    | 'console.models'
    | 'deployment.workflow'
    // Drawn from a list, and not one: no change of a job makes it stale.
    | 'derived.previousRuns'
    | 'derived.running'
    | 'derived.reachable'
    | 'derived.capabilities',
  ...params: readonly unknown[]
): readonly unknown[] {
  return [surface.id, operation, ...params];
}
