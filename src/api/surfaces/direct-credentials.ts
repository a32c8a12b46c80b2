import { keepText, readText } from '@/lib/kept-text';

/**
 * Credentials of surfaces that this page reaches without the gateway. In memory for as long as the page is open; on this
 * device, where every script of this origin could read them, by the choice of the user only.
 */
const inMemory = new Map<string, string>();

const keyOf = (surfaceId: string) => `flowdeck.credential.${surfaceId}`;

export function directCredential(surfaceId: string): string | null {
  return inMemory.get(surfaceId) ?? readText(keyOf(surfaceId));
}

/** @param credential null: it is forgotten */
export function setDirectCredential(surfaceId: string, credential: string | null, isRemembered: boolean): void {
  if (credential === null) inMemory.delete(surfaceId);
  else inMemory.set(surfaceId, credential);
  keepText(keyOf(surfaceId), isRemembered ? credential : null);
}

export function isCredentialRemembered(surfaceId: string): boolean {
  return readText(keyOf(surfaceId)) !== null;
}
