/** Base path of the console, with a slash at both ends: `/`, or a subfolder on a static host. */
export const BASE_PATH = import.meta.env.BASE_URL;

/** The gateway runs in the service worker of this page (`npm run build:static -- --demo`). */
export const IS_DEMO = import.meta.env.MODE === 'demo';
