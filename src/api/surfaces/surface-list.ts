import { create } from 'zustand';
import { z } from 'zod/mini';
import { LOCAL_SURFACE_ID, relayPath, SurfaceList, type ListedSurface } from '@contract/console/surfaces';
import { keepText, readText } from '@/lib/kept-text';
import { directCredential } from './direct-credentials';
import type { Surface } from '../surface';

/**
 * The configured surfaces as this page knows them: a copy of the gateway's list (`surface-config.ts`), so that a path of a
 * surface opens without waiting for it. Without a gateway the list lives here.
 */
interface SurfaceListState extends SurfaceList {
  /** Ids of self-hosted surfaces that turned out to be Flowdeck gateways. */
  flowdeckIds: readonly string[];
}

const STORAGE_KEY = 'flowdeck.surfaces';
const EMPTY: SurfaceListState = { surfaces: [], defaultId: LOCAL_SURFACE_ID, flowdeckIds: [] };

const Kept = z.object({ list: SurfaceList, flowdeckIds: z.array(z.string()) });

export const useSurfaceList = create<SurfaceListState>(() => readKept());

function readKept(): SurfaceListState {
  try {
    const { list, flowdeckIds } = Kept.parse(JSON.parse(readText(STORAGE_KEY) ?? ''));
    return { ...list, flowdeckIds };
  } catch {
    return EMPTY;
  }
}

export function keepSurfaceList(list: SurfaceList): void {
  update({ ...list, flowdeckIds: useSurfaceList.getState().flowdeckIds });
}

/** What a probe found about a self-hosted surface. */
export function markFlowdeck(id: string, isFlowdeck: boolean): void {
  const state = useSurfaceList.getState();
  if (state.flowdeckIds.includes(id) === isFlowdeck) return;
  const others = state.flowdeckIds.filter((other) => other !== id);
  update({ ...state, flowdeckIds: isFlowdeck ? [...others, id] : others });
}

/** Another tab changed the list. */
export function rereadSurfaceList(): void {
  useSurfaceList.setState(readKept());
}

export const SURFACE_LIST_KEY = STORAGE_KEY;

function update(state: SurfaceListState): void {
  useSurfaceList.setState(state);
  const { flowdeckIds, ...list } = state;
  keepText(STORAGE_KEY, list.surfaces.length === 0 ? null : JSON.stringify({ list, flowdeckIds }));
}

/** One object for as long as nothing of its surface changes: effects and hooks depend on it. */
const made = new Map<string, { from: string; surface: Surface }>();

export function configuredSurfaces(): readonly Surface[] {
  const { surfaces, flowdeckIds } = useSurfaceList.getState();
  return surfaces.map((listed) => surfaceOf(listed, flowdeckIds.includes(listed.id)));
}

function surfaceOf(listed: ListedSurface, isFlowdeck: boolean): Surface {
  const bearer = listed.access === 'direct' ? directCredential(listed) : null;
  const from = JSON.stringify([listed, isFlowdeck, bearer]);
  const known = made.get(listed.id);
  if (known?.from === from) return known.surface;
  const surface = makeSurface(listed, isFlowdeck, bearer);
  made.set(listed.id, { from, surface });
  return surface;
}

const KINDS = {
  managed: 'managed',
  serverless: 'deployment',
  'self-hosted': 'self-hosted',
  router: 'router',
} as const;

function makeSurface(listed: ListedSurface, isFlowdeck: boolean, bearer: string | null): Surface {
  const { id, name, color, kind, baseUrl, routerBaseUrl, access, routerAuth, dialect } = listed;
  const common = { id, name, color, kind: isFlowdeck ? 'gateway' : KINDS[kind], routerAuth, dialect } as const;
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
