import { create } from 'zustand';
import { z } from 'zod/mini';
import { keepText, readText } from '@/lib/kept-text';
import type { Surface } from './surface';

/**
 * Credentials for the partner nodes of workflows, by surface (`extra_data`, Job API 5). In the memory of this page; on this
 * device by the choice of the user only. They are part of a request and of nothing that is stored.
 */
const PartnerKeys = z.object({ apiKey: z.optional(z.string()), sessionToken: z.optional(z.string()) });
export type PartnerKeys = z.infer<typeof PartnerKeys>;

export type PartnerKeyKind = keyof PartnerKeys;

const keyOf = (surfaceId: string) => `flowdeck.partner-key.${surfaceId}`;
const NONE: PartnerKeys = {};

const usePartnerKeyStore = create<{ bySurface: Readonly<Record<string, PartnerKeys>> }>(() => ({ bySurface: {} }));

export function usePartnerKeys(surfaceId: string): PartnerKeys {
  return usePartnerKeyStore(({ bySurface }) => bySurface[surfaceId] ?? remembered(surfaceId));
}

export function setPartnerKeys(surfaceId: string, keys: PartnerKeys, isRemembered: boolean): void {
  usePartnerKeyStore.setState(({ bySurface }) => ({ bySurface: { ...bySurface, [surfaceId]: keys } }));
  keepText(keyOf(surfaceId), isRemembered ? JSON.stringify(keys) : null);
}

/** The same object for the same text: a hook reads it at each render. */
let lastRead: { text: string; keys: PartnerKeys } | null = null;

function remembered(surfaceId: string): PartnerKeys {
  const text = readText(keyOf(surfaceId));
  if (text === null) return NONE;
  if (lastRead?.text === text) return lastRead.keys;
  try {
    lastRead = { text, keys: PartnerKeys.parse(JSON.parse(text)) };
    return lastRead.keys;
  } catch {
    return NONE;
  }
}

/** The kind that is sent: never both, which surfaces do not support (Job API 5). The key lives longer than a session. */
export function usedKind(keys: PartnerKeys): PartnerKeyKind | null {
  if (keys.apiKey !== undefined) return 'apiKey';
  return keys.sessionToken === undefined ? null : 'sessionToken';
}

const NAMES = { apiKey: 'api_key', sessionToken: 'auth_token' } as const;

/** Member of the request body in the spelling of the surface; `null` where there is no credential. */
export function partnerExtraData({ id, dialect }: Surface): Record<string, string> | null {
  const keys = usePartnerKeyStore.getState().bySurface[id] ?? remembered(id);
  const kind = usedKind(keys);
  const value = kind && keys[kind];
  return kind && value ? { [`${NAMES[kind]}_${dialect === 'comfy' ? 'comfy' : 'svc'}_org`]: value } : null;
}
