import type { QueryClient } from '@tanstack/react-query';
import { callConsole } from '@/api/call-console';
import { gatewayStatusQuery } from './gateway-status';
import type { Surface } from '@/api/surface';

/** Drains or resumes an engine of the gateway. @throws ApiError */
export async function drainEngine(
  surface: Surface,
  client: QueryClient,
  { name, isDraining }: { name: string; isDraining: boolean },
): Promise<void> {
  await callConsole(surface, 'drainEngine', { body: { name, draining: isDraining } });
  await client.invalidateQueries({ queryKey: gatewayStatusQuery(surface).queryKey });
}
