// Locates the browser for tests. Plain Node, since `npm test` needs it before any build.
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

/** Debian's build without a window, which takes a tenth less processor time than Chromium (decision 092). */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Returns the path of an installed Chromium, in the order of the README; `null` if there is none. */
export function findChromium() {
  return firstInstalled(SYSTEM_PATHS);
}

/** Returns the path of the browser for tests, which need no window; `null` if there is none. */
export function findTestChromium() {
  return firstInstalled([HEADLESS_SHELL, ...SYSTEM_PATHS]);
}

/** @param {readonly string[]} systemPaths */
function firstInstalled(systemPaths) {
  const requested = process.env['CHROMIUM_PATH'];
  if (requested) return existsSync(requested) ? requested : null;
  const bundled = playwrightsOwn();
  if (bundled && existsSync(bundled)) return bundled;
  return systemPaths.find((path) => existsSync(path)) ?? null;
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath();
  } catch {
    return null;
  }
}

/** Returns browser flags. Root, the usual user in containers, cannot use the sandbox. */
export function browserArguments() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * Features of the browser's own window that tests do without. Its address bar loads two pages into each window, which takes 0.9 s
 * of processor time per test. Chromium reads only the last list, so this one includes those of Playwright.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AutoDeElevate',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BlockOriginHeaderModificationOnRedirect',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

/**
 * Returns how Playwright launches the browser for tests, whose pages live for seconds: V8's optimizing compilers would cost more than
 * they save, about a seventh of the processor time of a run. Not for benches.
 * @param {string[]} flags further flags
 */
export function testLaunchOptions(...flags) {
  const executablePath = findTestChromium();
  return {
    ...(executablePath ? { executablePath } : {}),
    args: ['--js-flags=--no-opt', `--disable-features=${UNUSED_FEATURES.join(',')}`, ...browserArguments(), ...flags],
  };
}
