import {
  CAPABILITY_IDS,
  findCapability,
  type CapabilityId,
  type StoredCapability,
  type Records,
} from './capability-record';
import type { Surface } from '../surface';

export type Capability = Pick<StoredCapability, 'isOffered' | 'maxBytes' | 'url'> & {
  /** `kind`: guessed from the kind of server, before any request. */
  source: StoredCapability['source'] | 'kind';
  /** `null` for a guess. */
  since: number | null;
};

/** Returns the observed capability, otherwise a guess from the declared kind; `null` if neither is known. */
export function capabilityOf(surface: Surface, id: CapabilityId, records: Records): Capability | null {
  const fact = findCapability(surface, id, records);
  if (fact) return fact;
  const guess = guessOf(surface, id);
  return guess === null ? null : { isOffered: guess, source: 'kind', since: null };
}

const OF_JOBS: ReadonlySet<CapabilityId> = new Set(
  CAPABILITY_IDS.filter((id) => id !== 'credits' && id !== 'models' && id !== 'queuedModels'),
);

/** Typical capabilities per kind of server (Job API 1): only for display, until observed. */
const GUESSES: Readonly<Record<Surface['kind'], Partial<Record<CapabilityId, boolean>>>> = {
  gateway: { ...Object.fromEntries(CAPABILITY_IDS.map((id) => [id, true])), credits: false },
  managed: {
    lists: false,
    labels: false,
    events: true,
    logs: false,
    workflow: true,
    openContent: true,
    credits: true,
    flowdeck: false,
  },
  deployment: {
    lists: true,
    labels: true,
    events: true,
    logs: true,
    workflow: true,
    openContent: true,
    flowdeck: false,
  },
  'self-hosted': { lists: true, events: true, workflow: true, health: true, credits: false },
  router: { credits: true },
};

function guessOf({ kind, baseUrl, routerBaseUrl }: Surface, id: CapabilityId): boolean | null {
  if (baseUrl === null && OF_JOBS.has(id)) return false;
  if (routerBaseUrl === null && (id === 'models' || id === 'queuedModels')) return false;
  return GUESSES[kind][id] ?? null;
}
