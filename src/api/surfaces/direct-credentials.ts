import { z } from 'zod/mini';
import { originsOf, type SurfaceConfig } from '@contract/console/surfaces';
import { defineSetting, defineSettingFamily } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';
import { isSealed, keyOptions, storedKey, type Keys } from '../kept-keys';
import type { Surface } from './surface-type';

/**
 * Credentials of surfaces that this page reaches without the gateway. A credential is valid for the origins it was entered for: a
 * surface that moves to another host, here or in another browser, has none.
 */
const Credential = z.object({ value: z.string(), origins: z.array(z.string()) });
type Credential = z.infer<typeof Credential>;

type DirectSurface = Pick<SurfaceConfig, 'id' | 'baseUrl' | 'routerBaseUrl'>;

/** Credentials from before a reload by `reloadWithCredentials`; read once, and visible to this tab only. */
export const handover = defineSetting<readonly [string, Credential][]>('credentials-of-reload', {
  schema: json((stored) => z.array(z.tuple([z.string(), Credential])).parse(stored)),
  default: [],
});

const read = (stored: unknown) => Credential.parse(stored);
const OPTIONS = keyOptions(read);

/** By id of the surface. */
export const credentials: Keys<Credential> = {
  read,
  page: new Map(handover.get()),
  tab: defineSettingFamily('credential-of-tab.', OPTIONS),
  device: defineSettingFamily('credential.', OPTIONS),
  unlocked: new WeakMap(),
};
handover.set([]);

/** Returns what the page has of the credential of a surface. */
export function heldCredential(surface: DirectSurface): Pick<Surface, 'bearer' | 'isLocked'> {
  const stored = storedKey(credentials, surface.id);
  if (!stored || !originsOf(surface).every((origin) => stored.origins.includes(origin))) return {};
  const key = isSealed(stored) ? credentials.unlocked.get(stored) : stored;
  return key ? { bearer: key.value } : { isLocked: true };
}
