/**
 * Base path of the console, with a slash at both ends: `/`, a subfolder on a static host, or the path of the gateway's public URL.
 * The build does not know the latter, so it is the parent of the folder of this script.
 */
export const BASE_PATH =
  import.meta.env.PROD && !import.meta.env.SSR ? new URL('..', import.meta.url).pathname : import.meta.env.BASE_URL;

/** The gateway runs in the service worker of this page (`npm run build:static -- --demo`). */
export const IS_DEMO = import.meta.env.MODE === 'demo';
