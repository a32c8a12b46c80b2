import type { JobOperationId } from '@contract/jobs/operations';
import type { RouterOperationId } from '@contract/router/operations';

/**
 * A server that speaks the Job API: told apart by base address only (seed 1, "Moving between the surfaces"). Its id is
 * the first part of every path, cache key and stored record.
 */
export interface Surface {
  id: string;
  name: string;
  /** Absolute, without a trailing slash. */
  baseUrl: string;
  /** Of its Model Router, an address of its own; null where it has none. */
  routerBaseUrl: string | null;
  /** A deployment runs one pinned workflow. */
  kind: 'gateway' | 'deployment';
  /** Sent with every request as `Authorization: Bearer`; our own gateway knows us by cookie and has none. */
  bearer?: string;
}

/** The gateway that served this page. */
export const LOCAL_SURFACE: Surface = {
  id: 'local',
  name: 'This machine',
  baseUrl: location.origin,
  routerBaseUrl: location.origin,
  kind: 'gateway',
};

const surfaces: readonly Surface[] = [LOCAL_SURFACE];

export function findSurface(id: string): Surface | null {
  return surfaces.find((surface) => surface.id === id) ?? null;
}

/** The gateway that served this page: it has a record of every call, and answers the console's own requests. */
export function isOwnGateway(surface: Surface | null): boolean {
  return surface !== null && surface.kind === 'gateway' && surface.routerBaseUrl === location.origin;
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
    | 'derived.earlierRuns'
    | 'derived.running',
  ...params: readonly unknown[]
): readonly unknown[] {
  return [surface.id, operation, ...params];
}
