/** The folder that the console lies in, with a slash at both ends: `/`, or another one on a static host. */
export const BASE_PATH = import.meta.env.BASE_URL;

/** The gateway runs in the service worker of this page (`npm run build:static -- --demo`). */
export const IS_DEMO = import.meta.env.MODE === 'demo';
