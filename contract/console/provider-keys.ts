import { z } from 'zod/mini';
import { SurfaceCredential } from './surfaces';

/** Keys of the configured model providers, as the console lists and changes them. A key can be written but never read back. */

export const PROVIDER_KEY_USES = ['calls', 'uploads'] as const;

/** Visible ASCII, as required for headers. */
export const ProviderKey = SurfaceCredential;

export const ProviderKeyEntry = z.looseObject({
  id: z.string(),
  provider: z.string(),
  /** `uploads`: its upload target on another host has a key of its own. */
  use: z.enum(PROVIDER_KEY_USES),
  /** The only origin that the key is sent to; `null`: the configuration has no such provider any more. */
  origin: z.nullable(z.string()),
  /** Which key is used. `none`: none is needed. `missing`: one is needed, so that calls fail before they are sent. */
  source: z.enum(['none', 'entered', 'variable', 'missing']),
  /** Environment variable that the configuration names; `null`: none. */
  variable: z.nullable(z.string()),
  isVariableSet: z.boolean(),
  /** The key that was entered in the console; it is used only if its origin is that of the provider. */
  entered: z.nullable(z.object({ at: z.string(), origin: z.string() })),
});
export type ProviderKeyEntry = z.infer<typeof ProviderKeyEntry>;

/** `GET /console/provider-keys`, in the order of the configuration. Every change responds with the new list. */
export const ProviderKeyList = z.looseObject({
  keys: z.array(ProviderKeyEntry),
  /** Which stored keys could not be read, and are not used; `null`: none. */
  problem: z.nullable(z.string()),
});
export type ProviderKeyList = z.infer<typeof ProviderKeyList>;

/** Body of `PUT /console/provider-keys/{id}`. `origin` is the one that the user saw: the configuration may have changed since. */
export const ProviderKeyChange = z.strictObject({ key: ProviderKey, origin: z.string().check(z.maxLength(300)) });
export type ProviderKeyChange = z.infer<typeof ProviderKeyChange>;
