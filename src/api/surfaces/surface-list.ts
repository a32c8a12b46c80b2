import { create } from 'zustand';
import { z } from 'zod/mini';
import { LOCAL_SURFACE_ID, relayPath, SurfaceList, type ListedSurface } from '@contract/console/surfaces';
import { defineSetting } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';
import { gatewayUrl } from '../gateway-url';
import { capabilities, findCapability } from './capability-record';
import { directCredential } from './direct-credentials';
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

// When a self-hosted surface is detected as a Flowdeck gateway, its object changes for all readers of the list.
capabilities.subscribe(() => {
  const { surfaces } = useSurfaceList.getState();
  if (surfaces.some((listed) => made.get(listed.id)?.isFlowdeck === !isFlowdeck(listed))) {
    useSurfaceList.setState({ surfaces: [...surfaces] });
  }
});

export function cacheSurfaceList({ surfaces, defaultId }: SurfaceList): void {
  storedList.set(surfaces.length === 0 ? storedList.default : { surfaces, defaultId });
}

/** Keeps object identity while a surface does not change: effects and hooks depend on it. */
const made = new Map<string, { from: string; isFlowdeck: boolean; surface: Surface }>();

export function configuredSurfaces(): readonly Surface[] {
  return useSurfaceList.getState().surfaces.map((listed) => surfaceOf(listed, isFlowdeck(listed)));
}

function isFlowdeck(listed: ListedSurface): boolean {
  return listed.kind === 'self-hosted' && findCapability(listed, 'flowdeck')?.isOffered === true;
}

function surfaceOf(listed: ListedSurface, isFlowdeckGateway: boolean): Surface {
  const bearer = listed.access === 'direct' ? directCredential(listed) : null;
  const from = JSON.stringify([listed, isFlowdeckGateway, bearer]);
  const known = made.get(listed.id);
  if (known?.from === from) return known.surface;
  const surface = makeSurface(listed, isFlowdeckGateway, bearer);
  made.set(listed.id, { from, isFlowdeck: isFlowdeckGateway, surface });
  return surface;
}

const KINDS = {
  managed: 'managed',
  serverless: 'deployment',
  'self-hosted': 'self-hosted',
  router: 'router',
} as const;

function makeSurface(listed: ListedSurface, isFlowdeckGateway: boolean, bearer: string | null): Surface {
  const { id, name, color, kind, baseUrl, routerBaseUrl, access, routerAuth, dialect } = listed;
  const common = { id, name, color, kind: isFlowdeckGateway ? 'gateway' : KINDS[kind], routerAuth, dialect } as const;
  if (access === 'direct') return { ...common, baseUrl, routerBaseUrl, ...(bearer === null ? {} : { bearer }) };
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
