import type { QueryClient } from '@tanstack/react-query';
import { callConsole } from '@/api/call-console';
import { markStale } from '@/api/live/stale-table';
import type { Surface } from '@/api/surface';

/** Drains or resumes an engine of the gateway. @throws ApiError */
export async function drainEngine(
  surface: Surface,
  client: QueryClient,
  { name, isDraining }: { name: string; isDraining: boolean },
): Promise<void> {
  await callConsole(surface, 'drainEngine', { body: { name, draining: isDraining } });
  await markStale(client, surface, 'drainEngine');
}
