import { queryOptions, useQuery } from '@tanstack/react-query';
import { callConsole } from './call-console';
import { storeSessionProof } from './session-proof';
import { LOCAL_SURFACE, operationKey, type Surface } from './surface';
import { hasGateway } from './surfaces/has-gateway';

const POLL_MS = 60_000;

/** Whether this browser must sign in. Not an error state, so it stays valid during a refetch. */
export function sessionQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.session'),
    queryFn: ({ signal }) => callConsole(surface, 'getSession', { signal }),
    // Sessions expire by age, rarely while the page is visible.
    // Other servers do not have this operation.
    enabled: surface.kind === 'gateway' && (surface.id !== LOCAL_SURFACE.id || hasGateway()),
    refetchInterval: POLL_MS,
    retry: false,
  });
}

/** Returns true if requests to the surface need a credential, for examples that are run outside this page. */
export function useNeedsToken(surface: Surface): boolean {
  const { data: session } = useQuery(sessionQuery(surface));
  return session?.needsToken ?? (surface.bearer !== undefined || HOSTED.has(surface.kind));
}

/** Kinds that require a key from every caller (Job API 5, rule 1; Model Router 5, rule 1). */
const HOSTED: ReadonlySet<Surface['kind']> = new Set(['managed', 'deployment', 'router']);

/** Exchanges the token of the gateway for a session; the token itself is stored nowhere. @throws ApiError */
export async function signIn(surface: Surface, token: string): Promise<void> {
  const { proof } = await callConsole(surface, 'signIn', { body: { token } });
  storeSessionProof(proof);
}

/** Ends the session on the gateway; copies of its cookie are worthless from then on. @throws ApiError */
export async function signOut(surface: Surface): Promise<void> {
  await callConsole(surface, 'signOut');
  storeSessionProof(null);
}
