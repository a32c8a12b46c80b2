// Where Debian's Firefox is. Playwright's own build is not asked for: a few stories run in it where it is here.
import { existsSync } from 'node:fs';

const SYSTEM_PATHS = ['/usr/bin/firefox-esr'];

/** Null where there is none. */
export function findFirefox() {
  const asked = process.env['FIREFOX_PATH'];
  if (asked) return existsSync(asked) ? asked : null;
  return SYSTEM_PATHS.find((path) => existsSync(path)) ?? null;
}
