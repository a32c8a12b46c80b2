import { z } from 'zod/mini';
import { create } from 'zustand';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { writeSetting, readText } from '@/lib/local-storage';
import type { Surface } from '../surface';

/**
 * What each server can do: one record for each server and address, learned from responses and probes, stored with its age.
 * Every feature reads it here and none asks for itself (decision 068).
 */

export const CAPABILITY_IDS = [
  'lists',
  'labels',
  'events',
  'logs',
  'workflow',
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

const Fact = z.object({
  isOffered: z.boolean(),
  /** `response`: seen in a response to something else. */
  source: z.enum(['probe', 'response']),
  /** Wall-clock instants of the first response that said so, and of the last. */
  since: z.number(),
  confirmedAt: z.number(),
  /** Of `uploadLimit`: the largest file in bytes. */
  maxBytes: z.optional(z.number()),
  /** Of `credits`: the page where they are bought. */
  url: z.optional(z.string()),
});
export type Fact = z.infer<typeof Fact>;

const Stored = z.object({
  address: z.string(),
  /** Wall-clock instant of the last probe; 0 if there was none. */
  probedAt: z.number(),
  facts: z.record(z.string(), Fact),
});
type Stored = z.infer<typeof Stored>;

export const CAPABILITIES_KEY = 'flowdeck.capabilities';

/** Older "no"s and limits are no longer believed: the next request asks again. */
const BELIEVED_MS = 3_600_000;
const PROBE_EVERY_MS = 24 * 3_600_000;
/** A fact that stays the same is written again at most this often. */
const CONFIRM_EVERY_MS = 300_000;

export type Records = Readonly<Record<string, Stored>>;

export const useCapabilities = create<{ records: Records }>(() => ({ records: readStored() }));

type Addressed = Pick<Surface, 'id' | 'baseUrl' | 'routerBaseUrl' | 'remote'>;

/** `undefined` while nothing was seen. */
export function factOf(surface: Addressed, id: CapabilityId, records = current()): Fact | undefined {
  return recordOf(surface, records)?.facts[id];
}

/** Whether the server was seen to lack this, so that it is neither asked for nor shown. A guess is not enough. */
export function isLacking(surface: Addressed, id: CapabilityId, records = current()): boolean {
  const fact = factOf(surface, id, records);
  return fact?.isOffered === false && isBelieved(fact);
}

/** Bytes of the largest file that the server accepts; `null` if it was not seen lately. */
export function uploadLimitOf(surface: Addressed): number | null {
  const fact = factOf(surface, 'uploadLimit');
  return (fact && isBelieved(fact) ? fact.maxBytes : undefined) ?? null;
}

function isBelieved({ confirmedAt }: Fact): boolean {
  return Date.now() - confirmedAt < BELIEVED_MS;
}

export function useIsLacking(surface: Surface, id: CapabilityId): boolean {
  return useCapabilities(({ records }) => isLacking(surface, id, records));
}

/** Called with what a response or a probe shows; the newest one is right. */
export function learn(
  surface: Addressed,
  id: CapabilityId,
  isOffered: boolean,
  { source = 'response', ...more }: { source?: 'probe' | 'response'; maxBytes?: number; url?: string } = {},
): void {
  // The console and the gateway that serves it are of one build.
  if (surface.id === LOCAL_SURFACE_ID) return;
  const record = recordOf(surface, current()) ?? { address: addressOf(surface), probedAt: 0, facts: {} };
  const known = record.facts[id];
  const now = Date.now();
  const isSame = known?.isOffered === isOffered && isSameDetail(known, more);
  if (isSame && known.source === source && now - known.confirmedAt < CONFIRM_EVERY_MS) return;
  const fact: Fact = { ...known, ...more, isOffered, source, since: isSame ? known.since : now, confirmedAt: now };
  write({ ...current(), [surface.id]: { ...record, facts: { ...record.facts, [id]: fact } } });
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
  write({ ...current(), [surface.id]: { ...record, probedAt: Date.now() } });
}

/** Another server may be at its address now. */
export function forgetCapabilities(surfaceId: string): void {
  const { [surfaceId]: _gone, ...rest } = current();
  write(rest);
}

/** Another tab changed the records. */
export function rereadCapabilities(): void {
  useCapabilities.setState({ records: readStored() });
}

function current(): Records {
  return useCapabilities.getState().records;
}

/** `undefined` for a record of another address. */
function recordOf(surface: Addressed, records: Records): Stored | undefined {
  const record = records[surface.id];
  return record?.address === addressOf(surface) ? record : undefined;
}

/** Of the server itself, also of a relayed one. */
function addressOf({ remote, baseUrl, routerBaseUrl }: Addressed): string {
  return `${remote ? remote.jobs : baseUrl} ${remote ? remote.router : routerBaseUrl}`;
}

function isSameDetail(known: Fact, more: { maxBytes?: number; url?: string }): boolean {
  return (more.maxBytes ?? known.maxBytes) === known.maxBytes && (more.url ?? known.url) === known.url;
}

function write(records: Records): void {
  useCapabilities.setState({ records });
  writeSetting(CAPABILITIES_KEY, Object.keys(records).length === 0 ? null : JSON.stringify(records));
}

function readStored(): Records {
  try {
    return z.record(z.string(), Stored).parse(JSON.parse(readText(CAPABILITIES_KEY) ?? '{}'));
  } catch {
    return {};
  }
}
