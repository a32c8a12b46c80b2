// Locates Debian's Firefox, in which a few e2e tests run if it is installed. Playwright's own build is not used.
import { existsSync } from 'node:fs';

const SYSTEM_PATHS = ['/usr/bin/firefox-esr'];

/** Returns its path, or `null` if there is none. */
export function findFirefox() {
  const requested = process.env['FIREFOX_PATH'];
  if (requested) return existsSync(requested) ? requested : null;
  return SYSTEM_PATHS.find((path) => existsSync(path)) ?? null;
}
