import { useMemo } from 'react';
import { create } from 'zustand';
import { z } from 'zod/mini';
import { writeSetting, readText } from '@/lib/local-storage';
import { jobOriginOf, type Surface } from './surface';

/**
 * Credentials for the partner nodes of workflows (`extra_data`, Job API 5), by the origin of the Job API that they are sent
 * to: a server that is moved to another host does not get them. In the memory of this page; on this device by the choice of
 * the user only. They are part of a request and of nothing that is stored.
 */
const PartnerKeys = z.object({ apiKey: z.optional(z.string()), sessionToken: z.optional(z.string()) });
export type PartnerKeys = z.infer<typeof PartnerKeys>;

export type PartnerKeyKind = keyof PartnerKeys;

const keyOf = (origin: string) => `flowdeck.partner-key.${origin}`;
const NONE: PartnerKeys = {};

/** As text: the same keys are the same value at each render. */
const usePartnerKeyStore = create<{ byOrigin: ReadonlyMap<string, string> }>(() => ({ byOrigin: new Map() }));

export function usePartnerKeys(surface: Surface): PartnerKeys {
  const text = usePartnerKeyStore(({ byOrigin }) => textOf(byOrigin, surface));
  return useMemo(() => parseKeys(text), [text]);
}

export function setPartnerKeys(surface: Surface, keys: PartnerKeys, isRemembered: boolean): void {
  const origin = jobOriginOf(surface);
  const text = JSON.stringify(keys);
  usePartnerKeyStore.setState(({ byOrigin }) => ({ byOrigin: new Map(byOrigin).set(origin, text) }));
  writeSetting(keyOf(origin), isRemembered ? text : null);
}

function textOf(byOrigin: ReadonlyMap<string, string>, surface: Surface): string | null {
  const origin = jobOriginOf(surface);
  return byOrigin.get(origin) ?? readText(keyOf(origin));
}

function parseKeys(text: string | null): PartnerKeys {
  if (text === null) return NONE;
  try {
    return PartnerKeys.parse(JSON.parse(text));
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
export function partnerExtraData(surface: Surface): Record<string, string> | null {
  const keys = parseKeys(textOf(usePartnerKeyStore.getState().byOrigin, surface));
  const kind = usedKind(keys);
  const value = kind && keys[kind];
  return kind && value ? { [`${NAMES[kind]}_${surface.dialect === 'comfy' ? 'comfy' : 'svc'}_org`]: value } : null;
}
