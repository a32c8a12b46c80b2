import { create } from 'zustand';
import { z } from 'zod/mini';
import { LOCAL_SURFACE_ID, relayPath, SurfaceList, type ListedSurface } from '@contract/console/surfaces';
import { defineSetting, watchSettings } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';
import { gatewayUrl } from '../gateway-url';
import { findCapability } from './capability-record';
import { heldCredential } from './direct-credentials';
import type { Surface } from './surface-type';

const Stored = z.object({ list: SurfaceList });

/**
 * Cached copy of the gateway's list of configured surfaces (`surface-config.ts`), so that a path of a surface opens without
 * waiting for it. Without a gateway this is the only list.
 */
const storedList = defineSetting<SurfaceList>('surfaces', {
  schema: { ...json((stored) => Stored.parse(stored).list), format: (list) => JSON.stringify({ list }) },
  default: { surfaces: [], defaultId: LOCAL_SURFACE_ID },
});

export const useSurfaceList = create<SurfaceList>(() => storedList.get());

storedList.subscribe(() => useSurfaceList.setState(storedList.get()));

// The object of a surface changes for all readers of the list when it is detected as a Flowdeck gateway, and with its key.
watchSettings(() => {
  const { surfaces } = useSurfaceList.getState();
  if (surfaces.some((listed) => made.get(listed.id)?.surface !== surfaceOf(listed))) {
    useSurfaceList.setState({ surfaces: [...surfaces] });
  }
});

export function cacheSurfaceList({ surfaces, defaultId }: SurfaceList): void {
  storedList.set(surfaces.length === 0 ? storedList.default : { surfaces, defaultId });
}

/** Keeps object identity while a surface does not change: effects and hooks depend on it. */
const made = new Map<string, { from: string; surface: Surface }>();

export function configuredSurfaces(): readonly Surface[] {
  return useSurfaceList.getState().surfaces.map(surfaceOf);
}

function isFlowdeck(listed: ListedSurface): boolean {
  return listed.kind === 'self-hosted' && findCapability(listed, 'flowdeck')?.isOffered === true;
}

function surfaceOf(listed: ListedSurface): Surface {
  const isFlowdeckGateway = isFlowdeck(listed);
  const key = listed.access === 'direct' ? heldCredential(listed) : {};
  const from = JSON.stringify([listed, isFlowdeckGateway, key]);
  const known = made.get(listed.id);
  if (known?.from === from) return known.surface;
  const surface = makeSurface(listed, isFlowdeckGateway, key);
  made.set(listed.id, { from, surface });
  return surface;
}

const KINDS = {
  managed: 'managed',
  serverless: 'deployment',
  'self-hosted': 'self-hosted',
  router: 'router',
} as const;

function makeSurface(listed: ListedSurface, isFlowdeckGateway: boolean, key: Partial<Surface>): Surface {
  const { id, name, color, kind, baseUrl, routerBaseUrl, access, routerAuth, dialect } = listed;
  const common = { id, name, color, kind: isFlowdeckGateway ? 'gateway' : KINDS[kind], routerAuth, dialect } as const;
  if (access === 'direct') return { ...common, baseUrl, routerBaseUrl, ...key };
  return {
    ...common,
    baseUrl: baseUrl && relayed(id, 'jobs', baseUrl),
    routerBaseUrl: routerBaseUrl && relayed(id, 'router', routerBaseUrl),
    remote: { jobs: baseUrl, router: routerBaseUrl },
  };
}

function relayed(id: string, target: 'jobs' | 'router', baseUrl: string): string {
  return gatewayUrl() + relayPath(id, target, baseUrl).replace(/\/$/, '');
}
