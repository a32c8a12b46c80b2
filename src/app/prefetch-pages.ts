import type { AnyRouter } from '@tanstack/react-router';
import { whenIdle } from '@/lib/when-idle';

/** Long after the first screen, which it must not slow down. */
const AHEAD_AFTER_MS = 3000;
/** Maximum wait for a busy page, such as a scrolling list, before each chunk. */
const IDLE_WITHIN_MS = 1000;

/** Prefetches the chunks of the other pages, so that they still open if the gateway goes down. */
export function prefetchPages(router: AnyRouter): void {
  setTimeout(() => void bringEach(router), AHEAD_AFTER_MS);
}

/** One at a time: loading all at once would be one long task. */
async function bringEach(router: AnyRouter): Promise<void> {
  for (const route of Object.values(router.routesById)) {
    await whenIdle(IDLE_WITHIN_MS);
    // A chunk that fails to load is requested again when its page opens.
    await router.loadRouteChunk(route)?.catch(() => {});
  }
}
