// Where the browser for tests is. Plain Node: `npm test` asks before anything is built.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The path of a Chromium that is here now, in the order of the README; null when there is none. */
export function findChromium() {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked) return existsSync(asked) ? asked : null;
  const bundled = playwrightsOwn();
  if (bundled && existsSync(bundled)) return bundled;
  return SYSTEM_PATHS.find((path) => existsSync(path)) ?? null;
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  } catch {
    return null;
  }
}

/** Root, as in most containers, has no sandbox to give. */
export function browserArguments() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
