import { create } from 'zustand';
import { z } from 'zod/mini';
import { LOCAL_SURFACE_ID, relayPath, SurfaceList, type ListedSurface } from '@contract/console/surfaces';
import { writeSetting, readText } from '@/lib/local-storage';
import { factOf, useCapabilities } from './capability-record';
import { directCredential } from './direct-credentials';
import type { Surface } from '../surface';

/**
 * The configured surfaces as this page knows them: a copy of the gateway's list (`surface-config.ts`), so that a path of a
 * surface opens without waiting for it. Without a gateway the list lives here.
 */
const STORAGE_KEY = 'flowdeck.surfaces';
const EMPTY: SurfaceList = { surfaces: [], defaultId: LOCAL_SURFACE_ID };

const Kept = z.object({ list: SurfaceList });

export const useSurfaceList = create<SurfaceList>(() => readKept());

// A self-hosted surface that turns out to be a Flowdeck gateway is another surface for everything that reads the list.
useCapabilities.subscribe(() => {
  const { surfaces } = useSurfaceList.getState();
  if (surfaces.some((listed) => made.get(listed.id)?.isFlowdeck === !isFlowdeck(listed))) {
    useSurfaceList.setState({ surfaces: [...surfaces] });
  }
});

function readKept(): SurfaceList {
  try {
    return Kept.parse(JSON.parse(readText(STORAGE_KEY) ?? '')).list;
  } catch {
    return EMPTY;
  }
}

export function keepSurfaceList({ surfaces, defaultId }: SurfaceList): void {
  const list = { surfaces, defaultId };
  useSurfaceList.setState(list);
  writeSetting(STORAGE_KEY, surfaces.length === 0 ? null : JSON.stringify({ list }));
}

/** Another tab changed the list. */
export function rereadSurfaceList(): void {
  useSurfaceList.setState(readKept());
}

export const SURFACE_LIST_KEY = STORAGE_KEY;

/** One object for as long as nothing of its surface changes: effects and hooks depend on it. */
const made = new Map<string, { from: string; isFlowdeck: boolean; surface: Surface }>();

export function configuredSurfaces(): readonly Surface[] {
  return useSurfaceList.getState().surfaces.map((listed) => surfaceOf(listed, isFlowdeck(listed)));
}

function isFlowdeck(listed: ListedSurface): boolean {
  return listed.kind === 'self-hosted' && factOf(listed, 'flowdeck')?.isOffered === true;
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
  return location.origin + relayPath(id, target, baseUrl).replace(/\/$/, '');
}
