import type { AnyRouter } from '@tanstack/react-router';
import { whenIdle } from '@/lib/when-idle';

/** Long after the first screen, which it must not slow down. */
const AHEAD_AFTER_MS = 3000;
/** A page that is busy, such as a list that somebody scrolls, is let be so long before each of the others. */
const IDLE_WITHIN_MS = 1000;

/** Brings the code of the other pages while the gateway is there: later it may be away, and the pages are wanted still. */
export function prefetchPages(router: AnyRouter): void {
  setTimeout(() => void bringEach(router), AHEAD_AFTER_MS);
}

/** One after the other: all at once would be one long task. */
async function bringEach(router: AnyRouter): Promise<void> {
  for (const route of Object.values(router.routesById)) {
    await whenIdle(IDLE_WITHIN_MS);
    // One that does not come is asked for again when it is wanted.
    await router.loadRouteChunk(route)?.catch(() => {});
  }
}
