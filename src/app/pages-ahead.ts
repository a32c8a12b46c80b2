import type { AnyRouter } from '@tanstack/react-router';

/** Long after the first screen, which it must not slow down. */
const AHEAD_AFTER_MS = 3000;

/** Brings the code of the other pages while the gateway is there: later it may be away, and the pages are wanted still. */
export function bringPagesAhead(router: AnyRouter): void {
  setTimeout(() => {
    for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route);
  }, AHEAD_AFTER_MS);
}
