// Installs Chromium if it is missing: with Playwright, else from Debian.
import { spawnSync } from 'node:child_process';
import { root } from '../build/build-parts.mjs';
import { findTestChromium } from './chromium.mjs';
import { giveUp } from '../prepare.mjs';

const INSTALL_MS = 300_000;

export async function installChromium() {
  if (findTestChromium()) return;
  if (process.env['CHROMIUM_PATH'])
    giveUp(`CHROMIUM_PATH names ${process.env['CHROMIUM_PATH']}, where there is no browser.`);
  console.log('Looking for a Chromium to install ...');
  attempt(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium']);
  if (findTestChromium()) return;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    attempt('apt-get', ['update']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      attempt('apt-get', ['install', '-y', '--no-install-recommends', name]);
      if (findTestChromium()) return;
    }
  }
  giveUp('The tests need a Chromium: install one (on Debian: apt-get install chromium) or name one in CHROMIUM_PATH.');
}

/** @param {string} command @param {string[]} args */
function attempt(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], timeout: INSTALL_MS, env });
}
