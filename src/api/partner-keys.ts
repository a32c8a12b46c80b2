import { z } from 'zod/mini';
import { defineSettingFamily } from '@/lib/settings/setting';
import { keyOf } from './change-keys';
import { keyOptions, type Keys } from './kept-keys';
import { jobOriginOf, type Surface } from './surface';

/**
 * Credentials for the partner nodes of workflows (`extra_data`, Job API 5), by the origin of the Job API that they are sent to: a
 * server that moves to another host does not get them. They are part of requests and of no stored record.
 */
const PartnerKeys = z.object({ apiKey: z.optional(z.string()), sessionToken: z.optional(z.string()) });
export type PartnerKeys = z.infer<typeof PartnerKeys>;

export type PartnerKeyKind = keyof PartnerKeys;

const NONE: PartnerKeys = {};

const read = (stored: unknown) => PartnerKeys.parse(stored);
const OPTIONS = keyOptions(read);

/** By origin. */
export const partnerKeys: Keys<PartnerKeys> = {
  read,
  page: new Map(),
  tab: defineSettingFamily('partner-key-of-tab.', OPTIONS),
  device: defineSettingFamily('partner-key.', OPTIONS),
  unlocked: new WeakMap(),
};

/** Returns the same object until they change; empty without a key, and while it is locked. */
export function partnerKeysOf(surface: Surface): PartnerKeys {
  return keyOf(partnerKeys, jobOriginOf(surface)) ?? NONE;
}

/** Returns the kind to send: never both, which surfaces do not support (Job API 5). Prefers the key, which outlives a session. */
export function usedKind(keys: PartnerKeys): PartnerKeyKind | null {
  if (keys.apiKey !== undefined) return 'apiKey';
  return keys.sessionToken === undefined ? null : 'sessionToken';
}

const NAMES = { apiKey: 'api_key', sessionToken: 'auth_token' } as const;

/** Returns the request body property in the spelling of the surface; `null` if there is no credential, or it is locked. */
export function partnerExtraData(surface: Surface): Record<string, string> | null {
  const keys = partnerKeysOf(surface);
  const kind = usedKind(keys);
  const value = kind && keys[kind];
  return kind && value ? { [`${NAMES[kind]}_${surface.dialect === 'comfy' ? 'comfy' : 'svc'}_org`]: value } : null;
}
