import type { QueryClient } from '@tanstack/react-query';
import { loadModule } from '@/lib/load-module';
import { whenIdle } from '@/lib/when-idle';
import type { Surface } from '../surface';
import { isProbeDue } from './capability-record';

const IDLE_WITHIN_MS = 2000;
/** Time limit, so that a hanging server does not block the probe of the next one. */
const PATIENCE_MS = 10_000;

/** Probes run one by one: parallel ones would use all connections of our origin. */
let last: Promise<void> = Promise.resolve();

/**
 * Probes a server that just responded, at most once per day. Runs in the background, one server at a time.
 */
export function probeWhenDue(client: QueryClient, surface: Surface): void {
  if (!isProbeDue(surface)) return;
  last = last.then(() => probe(client, surface));
}

async function probe(client: QueryClient, surface: Surface): Promise<void> {
  await whenIdle(IDLE_WITHIN_MS);
  // Another part of the page may have probed it in the meantime.
  if (!isProbeDue(surface)) return;
  // Later than the first screen, which does not need it.
  const { probeQuery } = await loadModule(() => import('./probe-capabilities'));
  const isOver = client.prefetchQuery(probeQuery(surface));
  await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
