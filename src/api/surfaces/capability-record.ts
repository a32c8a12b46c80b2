import { z } from 'zod/mini';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { defineSetting } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';
import { useSetting } from '@/lib/settings/use-setting';
import type { Surface } from './surface-type';

/**
 * Capabilities of each server: one record per server and base URL, learned from responses and probes, stored with timestamps.
 * Features read it and send no requests of their own to find out (decision 068).
 */

export const CAPABILITY_IDS = [
  'lists',
  'labels',
  'events',
  'logs',
  'workflow',
  'startTimes',
  'hashes',
  'uploadLimit',
  'ranges',
  'openContent',
  'credits',
  'health',
  'flowdeck',
  'models',
  'queuedModels',
] as const;
export type CapabilityId = (typeof CAPABILITY_IDS)[number];

const StoredCapability = z.object({
  isOffered: z.boolean(),
  /** `response`: observed in a response to another request. */
  source: z.enum(['probe', 'response']),
  /** Wall-clock times of the first and the last response that showed it. */
  since: z.number(),
  confirmedAt: z.number(),
  /** For `uploadLimit`: maximum file size in bytes. */
  maxBytes: z.optional(z.number()),
  /** For `credits`: URL of the page to buy them. */
  url: z.optional(z.string()),
});
export type StoredCapability = z.infer<typeof StoredCapability>;

const Stored = z.object({
  address: z.string(),
  /** Wall-clock time of the last probe; 0 if there was none. */
  probedAt: z.number(),
  facts: z.record(z.string(), StoredCapability),
});
type Stored = z.infer<typeof Stored>;

/** Negative results and limits older than this are ignored: the next request checks again. */
const BELIEVED_MS = 3_600_000;
const PROBE_EVERY_MS = 24 * 3_600_000;
/** Minimum interval between writes of an unchanged capability. */
const CONFIRM_EVERY_MS = 300_000;

export type Records = Readonly<Record<string, Stored>>;

export const capabilities = defineSetting<Records>('capabilities', {
  schema: json((stored) => z.record(z.string(), Stored).parse(stored)),
  default: {},
});

type Addressed = Pick<Surface, 'id' | 'baseUrl' | 'routerBaseUrl' | 'remote'>;

/** Returns `undefined` if nothing was observed. */
export function findCapability(
  surface: Addressed,
  id: CapabilityId,
  records = current(),
): StoredCapability | undefined {
  return recordOf(surface, records)?.facts[id];
}

/** Returns true if the server is known to lack the capability, which is then neither requested nor shown. Ignores guesses. */
export function lacksCapability(surface: Addressed, id: CapabilityId, records = current()): boolean {
  const fact = findCapability(surface, id, records);
  return fact?.isOffered === false && isValid(fact);
}

/** Size in bytes of the largest file that the server accepts; `null` without a recent observation. */
export function uploadLimitOf(surface: Addressed): number | null {
  const fact = findCapability(surface, 'uploadLimit');
  return (fact && isValid(fact) ? fact.maxBytes : undefined) ?? null;
}

function isValid({ confirmedAt }: StoredCapability): boolean {
  return Date.now() - confirmedAt < BELIEVED_MS;
}

export function useLacksCapability(surface: Surface, id: CapabilityId): boolean {
  return useSetting(capabilities, (records) => lacksCapability(surface, id, records));
}

/** Records what a response or probe shows; the newest one applies. */
export function learn(
  surface: Addressed,
  id: CapabilityId,
  isOffered: boolean,
  { source = 'response', ...more }: { source?: 'probe' | 'response'; maxBytes?: number; url?: string } = {},
): void {
  // The console and the gateway that serves it have the same build.
  if (surface.id === LOCAL_SURFACE_ID) return;
  const record = recordOf(surface, current()) ?? { address: addressOf(surface), probedAt: 0, facts: {} };
  const known = record.facts[id];
  const now = Date.now();
  const isSame = known?.isOffered === isOffered && isSameDetail(known, more);
  if (isSame && known.source === source && now - known.confirmedAt < CONFIRM_EVERY_MS) return;
  const fact: StoredCapability = {
    ...known,
    ...more,
    isOffered,
    source,
    since: isSame ? known.since : now,
    confirmedAt: now,
  };
  capabilities.set({ ...current(), [surface.id]: { ...record, facts: { ...record.facts, [id]: fact } } });
}

export function isProbeDue(surface: Addressed): boolean {
  if (surface.id === LOCAL_SURFACE_ID) return false;
  return Date.now() - (recordOf(surface, current())?.probedAt ?? 0) >= PROBE_EVERY_MS;
}

export function probedAt(surface: Addressed, records = current()): number | null {
  return recordOf(surface, records)?.probedAt || null;
}

export function markProbed(surface: Addressed): void {
  const record = recordOf(surface, current()) ?? { address: addressOf(surface), probedAt: 0, facts: {} };
  capabilities.set({ ...current(), [surface.id]: { ...record, probedAt: Date.now() } });
}

/** Discards the record, since another server may be at its URL now. */
export function forgetCapabilities(surfaceId: string): void {
  const { [surfaceId]: _gone, ...rest } = current();
  capabilities.set(rest);
}

function current(): Records {
  return capabilities.get();
}

/** Returns `undefined` for a record of another URL. */
function recordOf(surface: Addressed, records: Records): Stored | undefined {
  const record = records[surface.id];
  return record?.address === addressOf(surface) ? record : undefined;
}

/** Returns the base URLs of the server itself, even if it is relayed. */
function addressOf({ remote, baseUrl, routerBaseUrl }: Addressed): string {
  return `${remote ? remote.jobs : baseUrl} ${remote ? remote.router : routerBaseUrl}`;
}

function isSameDetail(known: StoredCapability, more: { maxBytes?: number; url?: string }): boolean {
  return (more.maxBytes ?? known.maxBytes) === known.maxBytes && (more.url ?? known.url) === known.url;
}
