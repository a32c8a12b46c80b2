import type { QueryClient } from '@tanstack/react-query';
import { fetchFromSurface } from './ask-surface';
import { gatewayStatusQuery } from './gateway-status';
import type { Surface } from './surface';

/** Gives an engine of the gateway no new jobs, or jobs again. @throws ApiError */
export async function drainEngine(
  surface: Surface,
  client: QueryClient,
  { name, isDraining }: { name: string; isDraining: boolean },
): Promise<void> {
  await fetchFromSurface(surface, '/console/engines/drain', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, draining: isDraining }),
  });
  await client.invalidateQueries({ queryKey: gatewayStatusQuery(surface).queryKey });
}
