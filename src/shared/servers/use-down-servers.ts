import { useQueries } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import type { Surface } from '@/api/surface';
import { reachableQuery } from '@/api/surfaces/reachable-query';
import { isServerDown } from './server-failure';

/** For a mark beside a name, one response a minute is enough: other servers are not polled from every page. */
const MARKED = { refetchInterval: false, staleTime: 60_000 } as const;

/** Returns the ids of the servers that did not respond when they were last asked. */
export function useDownServers(servers: readonly Surface[]): ReadonlySet<string> {
  const gateways = servers.filter(({ kind }) => kind === 'gateway');
  const others = servers.filter(({ kind }) => kind !== 'gateway');
  const statuses = useQueries({ queries: gateways.map((server) => ({ ...gatewayStatusQuery(server), ...MARKED })) });
  const responses = useQueries({ queries: others.map((server) => ({ ...reachableQuery(server), ...MARKED })) });
  const down = (asked: readonly Surface[], answers: readonly { error: Error | null }[]) =>
    asked.filter((_, index) => {
      const error = answers[index]?.error ?? null;
      return error !== null && isServerDown(error);
    });
  return new Set([...down(gateways, statuses), ...down(others, responses)].map(({ id }) => id));
}
