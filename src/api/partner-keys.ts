import { useSyncExternalStore } from 'react';
import { z } from 'zod/mini';
import { defineSettingFamily } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';
import { jobOriginOf, type Surface } from './surface';

/**
 * Credentials for the partner nodes of workflows (`extra_data`, Job API 5), by the origin of the Job API that they are sent to: a
 * server that moves to another host does not get them. In the memory of this page, and on this device only if the user chooses
 * so. They are part of requests and of no stored record.
 */
const PartnerKeys = z.object({ apiKey: z.optional(z.string()), sessionToken: z.optional(z.string()) });
export type PartnerKeys = z.infer<typeof PartnerKeys>;

export type PartnerKeyKind = keyof PartnerKeys;

const NONE: PartnerKeys = {};

/** By origin. */
const rememberedKeys = defineSettingFamily<PartnerKeys>('partner-key.', {
  schema: json((stored) => PartnerKeys.parse(stored)),
  default: NONE,
});

/** Keys entered in this page, by origin. */
const inMemory = new Map<string, PartnerKeys>();

export function usePartnerKeys(surface: Surface): PartnerKeys {
  const remembered = rememberedKeys(jobOriginOf(surface));
  const read = () => keysFor(surface);
  return useSyncExternalStore(remembered.subscribe, read, read);
}

export function setPartnerKeys(surface: Surface, keys: PartnerKeys, isRemembered: boolean): void {
  const origin = jobOriginOf(surface);
  inMemory.set(origin, keys);
  // Also tells the readers.
  rememberedKeys(origin).set(isRemembered ? keys : NONE);
}

function keysFor(surface: Surface): PartnerKeys {
  const origin = jobOriginOf(surface);
  return inMemory.get(origin) ?? rememberedKeys(origin).get();
}

/** Returns the kind to send: never both, which surfaces do not support (Job API 5). Prefers the key, which outlives a session. */
export function usedKind(keys: PartnerKeys): PartnerKeyKind | null {
  if (keys.apiKey !== undefined) return 'apiKey';
  return keys.sessionToken === undefined ? null : 'sessionToken';
}

const NAMES = { apiKey: 'api_key', sessionToken: 'auth_token' } as const;

/** Returns the request body property in the spelling of the surface; `null` if there is no credential. */
export function partnerExtraData(surface: Surface): Record<string, string> | null {
  const keys = keysFor(surface);
  const kind = usedKind(keys);
  const value = kind && keys[kind];
  return kind && value ? { [`${NAMES[kind]}_${surface.dialect === 'comfy' ? 'comfy' : 'svc'}_org`]: value } : null;
}
