import { z } from 'zod/mini';
import { EMBEDDED_NAME, isEngineName } from './engine-name';

const origin = z.pipe(
  z.string().check(z.refine(isOrigin, 'must be a URL such as http://127.0.0.1:8188, without a path')),
  z.transform((text) => new URL(text).origin),
);

const Engine = z.strictObject({
  name: z
    .string()
    .check(
      z.refine(
        isEngineName,
        `must be 1 to 60 letters, digits, ".", ":", "_" and "-", without spaces, and not "${EMBEDDED_NAME}"`,
      ),
    ),
  url: origin,
  /** `true` if the engine finishes its job and gets no new ones. */
  draining: z._default(z.boolean(), false),
});

/**
 * `engines` of `flowdeck.config.json`: the ComfyUI servers behind the gateway, in the order in which they get jobs. Empty: none, not
 * even at the default URL.
 */
export const EnginesConfig = z.array(Engine).check(
  z.refine((engines) => areDistinct(engines.map(({ name }) => name)), 'must not have the same name twice'),
  z.refine((engines) => areDistinct(engines.map(({ url }) => url)), 'must not have the same url twice'),
);

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.pathname === '/' && `${url.search}${url.hash}${url.username}${url.password}` === '';
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
