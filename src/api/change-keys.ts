import { originsOf, type SurfaceConfig } from '@contract/console/surfaces';
import { loadModule } from '@/lib/load-module';
import { isSealed, storedKey, type Keys, type SealedKey } from './kept-keys';
import { credentials, handover, heldCredential } from './surfaces/direct-credentials';

/** Changes the keys that are kept in this browser. Separate from what every first screen reads. */

export type KeyPlace = 'page' | 'tab' | 'device';

/** What the user chose for a key. */
export interface Keep {
  place: KeyPlace;
  /** On the device: encrypts the key. It is stored nowhere. */
  passphrase: string | null;
}

/** Encryption is loaded when it is used. */
const loadSealing = () => loadModule(() => import('./sealed-key'));

/** Browsers encrypt in secure contexts only: over https, and on this computer. */
export function canEncrypt(): boolean {
  return globalThis.isSecureContext;
}

/** The place of a key, or of a new one. Without storage every key is in the memory of the page. */
export function placeOf<Value extends object>({ page, tab, device }: Keys<Value>, id: string): KeyPlace {
  if (page.has(id)) return 'page';
  return tab(id).isStored() ? 'tab' : device(id).isStored() ? 'device' : 'page';
}

/** Returns the same object until it changes; `null` without a key, and while it is locked. */
export function keyOf<Value extends object>(keys: Keys<Value>, id: string): Value | null {
  const stored = storedKey(keys, id);
  return isSealed(stored) ? (keys.unlocked.get(stored) ?? null) : stored;
}

export function isEncrypted<Value extends object>(keys: Keys<Value>, id: string): boolean {
  return isSealed(storedKey(keys, id));
}

export function isKeyLocked<Value extends object>(keys: Keys<Value>, id: string): boolean {
  return isEncrypted(keys, id) && keyOf(keys, id) === null;
}

/** Stores a key in one place, and removes it from all others. */
export function putKey<Value extends object>(
  { page, tab, device }: Keys<Value>,
  id: string,
  place: KeyPlace,
  value: Value | SealedKey | null,
): void {
  page.delete(id);
  if (place === 'page' && value !== null && !isSealed(value)) page.set(id, value);
  tab(id).set(place === 'tab' ? value : null);
  // Also tells the readers.
  device(id).set(place === 'device' ? value : null);
}

export function forgetKey<Value extends object>(keys: Keys<Value>, id: string): void {
  putKey(keys, id, 'page', null);
}

/** @param origins of the servers that it is valid for */
export async function keepKey<Value extends object>(
  keys: Keys<Value>,
  { id, origins, value }: { id: string; origins: readonly string[]; value: Value },
  { place, passphrase }: Keep,
): Promise<void> {
  if (place !== 'device' || passphrase === null) {
    putKey(keys, id, place, value);
    return;
  }
  const { sealKey } = await loadSealing();
  const sealed = await sealKey({ name: nameOf(keys, id), origins, value }, passphrase);
  keys.unlocked.set(sealed, value);
  putKey(keys, id, 'device', sealed);
}

/** Unlocks a key for this page. Returns false if the passphrase is wrong, or the stored key was changed. */
export async function unlockKey<Value extends object>(
  keys: Keys<Value>,
  id: string,
  passphrase: string,
): Promise<boolean> {
  const sealed = storedKey(keys, id);
  if (!isSealed(sealed)) return false;
  const { openKey } = await loadSealing();
  const opened = await openKey(nameOf(keys, id), sealed, passphrase);
  // Another tab may have replaced it meanwhile.
  if (opened === null || storedKey(keys, id) !== sealed) return false;
  keys.unlocked.set(sealed, keys.read(opened));
  putKey(keys, id, 'device', sealed);
  return true;
}

/** Locks an encrypted key again in this page. */
export function lockKey<Value extends object>(keys: Keys<Value>, id: string): void {
  const sealed = storedKey(keys, id);
  if (!isSealed(sealed)) return;
  keys.unlocked.delete(sealed);
  putKey(keys, id, 'device', sealed);
}

function nameOf<Value extends object>({ device }: Keys<Value>, id: string): string {
  return device(id).key + id;
}

/**
 * Keeps the credential of a surface that the page reaches directly.
 * @param credential undefined: unchanged @param keep undefined: where it is
 */
export async function keepCredential(
  surface: Pick<SurfaceConfig, 'id' | 'baseUrl' | 'routerBaseUrl'>,
  credential: string | undefined,
  keep: Keep | undefined,
): Promise<void> {
  const { id } = surface;
  const { bearer, isLocked } = heldCredential(surface);
  const value = credential ?? bearer;
  const hasPassphrase = bearer !== undefined && isEncrypted(credentials, id);
  // Without its passphrase it cannot be encrypted again.
  if (credential === undefined && (isLocked || (hasPassphrase && !keep))) return;
  if (value === undefined) {
    forgetKey(credentials, id);
    return;
  }
  const origins = originsOf(surface);
  const place = isEncrypted(credentials, id) ? 'page' : placeOf(credentials, id);
  await keepKey(credentials, { id, origins, value: { value, origins } }, keep ?? { place, passphrase: null });
}

/** Reloads the page and preserves the credentials in its memory; without storage the user must enter them again. */
export function reloadWithCredentials(): void {
  handover.set([...credentials.page]);
  location.reload();
}
