import { z } from 'zod/mini';
import { originsOf, type SurfaceConfig } from '@contract/console/surfaces';
import { defineSetting, defineSettingFamily } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';

/**
 * Credentials of surfaces that this page reaches without the gateway. In memory while the page is open; on this device, where
 * every script of this origin could read them, only if the user chooses so. A credential is valid for the origins it was entered
 * for: a surface that moves to another host, here or in another browser, has none.
 */
const Credential = z.object({ value: z.string(), origins: z.array(z.string()) });
type Credential = z.infer<typeof Credential>;

type DirectSurface = Pick<SurfaceConfig, 'id' | 'baseUrl' | 'routerBaseUrl'>;

/** By id of the surface. */
const rememberedCredential = defineSettingFamily<Credential | null>('credential.', {
  schema: json((stored) => Credential.parse(stored)),
  default: null,
});

/** Credentials from before a reload by `reloadWithCredentials`; read once, and visible to this tab only. */
const handover = defineSetting<readonly [string, Credential][]>('credentials-of-reload', {
  schema: json((stored) => z.array(z.tuple([z.string(), Credential])).parse(stored)),
  default: [],
});

const inMemory = new Map<string, Credential>(handover.get());
handover.set([]);

export function directCredential(surface: DirectSurface): string | null {
  const stored = inMemory.get(surface.id) ?? rememberedCredential(surface.id).get();
  const isFor = stored !== null && originsOf(surface).every((origin) => stored.origins.includes(origin));
  return isFor ? stored.value : null;
}

export function setDirectCredential(surface: DirectSurface, value: string, isRemembered: boolean): void {
  const credential = { value, origins: originsOf(surface) };
  inMemory.set(surface.id, credential);
  rememberedCredential(surface.id).set(isRemembered ? credential : null);
}

export function forgetDirectCredential(surfaceId: string): void {
  inMemory.delete(surfaceId);
  rememberedCredential(surfaceId).set(null);
}

export function isCredentialRemembered(surfaceId: string): boolean {
  return rememberedCredential(surfaceId).isStored();
}

/** Reloads the page and preserves the credentials in its memory; without storage the user must enter them again. */
export function reloadWithCredentials(): void {
  handover.set([...inMemory]);
  location.reload();
}
