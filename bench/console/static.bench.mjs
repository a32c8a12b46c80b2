// Compares first visits of the console on a static host and on its gateway.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/build/build-parts.mjs';
import { loadSource } from '../../scripts/load-source.mjs';
import { withPage } from '../sessions/browser-session.mjs';
import { median } from '../figures.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';
import { IN_USE, visit } from '../meters/page-visit.mjs';

const PROFILES = 9;
const LCP_BAR_MS = 600;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-static-'));
  try {
    await promisify(execFile)(process.execPath, [path.join(root, 'scripts/build-static.mjs'), '--out-dir', folder]);
    const { startStaticHost } = await loadSource('e2e/static-host.ts');
    const host = await startStaticHost(folder);
    try {
      await withGateway([], ({ address }) => compare(report, host.address, `${address}/local/submit`));
    } finally {
      await host.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('../figures.mjs').Report} report @param {string} staticUrl @param {string} gatewayUrl */
async function compare(report, staticUrl, gatewayUrl) {
  /** @type {{ lcp: number, contentAt: number, blocking: number }[]} */
  const fromHost = [];
  /** @type {number[]} */
  const fromGateway = [];
  for (let index = 0; index < PROFILES; index += 1) {
    // Alternates, so that other load affects both.
    fromHost.push(await withPage((page) => visit(page, { url: staticUrl, content: `main button${IN_USE}` })));
    const gateway = await withPage((page) => visit(page, { url: gatewayUrl, content: `main button${IN_USE}` }));
    fromGateway.push(gateway.lcp);
  }
  const lcp = median(fromHost.map((seen) => seen.lcp));
  const note = `median of ${PROFILES} cold profiles; Submit of a gateway ${median(fromGateway).toFixed(0)} ms`;
  report({ name: 'largest paint, static build', value: lcp, unit: 'ms', bar: LCP_BAR_MS, note });
  report({ name: 'content, static build', value: median(fromHost.map(({ contentAt }) => contentAt)), unit: 'ms' });
  report({ name: 'blocking time, static build', value: median(fromHost.map(({ blocking }) => blocking)), unit: 'ms' });
}
