import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '@/lib/when-idle';
import type { Surface } from '../surface';
import { isProbeDue } from './capability-record';

const IDLE_WITHIN_MS = 2000;
/** A server that hangs does not keep the next one from being asked. */
const PATIENCE_MS = 10_000;

/** A probe is several requests: of many servers at once they would hold all connections of our origin. */
let last: Promise<void> = Promise.resolve();

/**
 * Asks a server that just responded what it can do, unless that was done within a day. Nothing waits for it; one server
 * follows the other.
 */
export function probeWhenDue(client: QueryClient, surface: Surface): void {
  if (!isProbeDue(surface)) return;
  last = last
    .then(() => probe(client, surface))
    .catch(() => {
      // The code did not arrive: the next response asks again.
    });
}

async function probe(client: QueryClient, surface: Surface): Promise<void> {
  await whenIdle(IDLE_WITHIN_MS);
  // Another part of the page may have asked meanwhile.
  if (!isProbeDue(surface)) return;
  const { probeQuery } = await import('./probe-capabilities');
  const isOver = client.prefetchQuery(probeQuery(surface));
  await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
