import { z } from 'zod/mini';
import { originsOf, type SurfaceConfig } from '@contract/console/surfaces';
import { writeSetting, readText } from '@/lib/local-storage';

/**
 * Credentials of surfaces that this page reaches without the gateway. In memory for as long as the page is open; on this
 * device, where every script of this origin could read them, by the choice of the user only. A credential is for the
 * origins it was given for: a surface that is moved to another host, here or in another browser, has none.
 */
const Credential = z.object({ value: z.string(), origins: z.array(z.string()) });
type Credential = z.infer<typeof Credential>;

type DirectSurface = Pick<SurfaceConfig, 'id' | 'baseUrl' | 'routerBaseUrl'>;

/** From the page before, which was reloaded by `reloadWithCredentials`; it is read once. */
const HANDOVER_KEY = 'flowdeck.credentials-of-reload';

const inMemory = new Map<string, Credential>(takeHandover());

const keyOf = (surfaceId: string) => `flowdeck.credential.${surfaceId}`;

export function directCredential(surface: DirectSurface): string | null {
  const stored = inMemory.get(surface.id) ?? readStored(surface.id);
  const isFor = stored !== null && originsOf(surface).every((origin) => stored.origins.includes(origin));
  return isFor ? stored.value : null;
}

export function setDirectCredential(surface: DirectSurface, value: string, isRemembered: boolean): void {
  const credential = { value, origins: originsOf(surface) };
  inMemory.set(surface.id, credential);
  writeSetting(keyOf(surface.id), isRemembered ? JSON.stringify(credential) : null);
}

export function forgetDirectCredential(surfaceId: string): void {
  inMemory.delete(surfaceId);
  writeSetting(keyOf(surfaceId), null);
}

export function isCredentialRemembered(surfaceId: string): boolean {
  return readStored(surfaceId) !== null;
}

/** Reloads the page without asking for the credentials in its memory again. Only this tab sees what it hands over. */
export function reloadWithCredentials(): void {
  try {
    sessionStorage.setItem(HANDOVER_KEY, JSON.stringify([...inMemory]));
  } catch {
    // They are asked for again.
  }
  location.reload();
}

function takeHandover(): [string, Credential][] {
  try {
    const text = sessionStorage.getItem(HANDOVER_KEY);
    sessionStorage.removeItem(HANDOVER_KEY);
    return z.array(z.tuple([z.string(), Credential])).parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

function readStored(surfaceId: string): Credential | null {
  try {
    return Credential.parse(JSON.parse(readText(keyOf(surfaceId)) ?? ''));
  } catch {
    return null;
  }
}
