import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { findFirefox } from '../scripts/browsers/firefox.mjs';
import { spawnGateway, type GatewayProcess } from '../scripts/processes/gateway-process.mjs';
import { FaultProxy } from './fault-proxy';
import { GatewayApi } from './gateway-api';
import { TestFiles } from './test-files';

export { expect };
export type { TestFiles };

/** The built gateway in a separate process with a new data folder per test, so its lists are empty. */
export interface TestGateway {
  /** URL of the gateway itself; the browser uses the proxy. */
  readonly address: string;
  readonly dataDir: string;
  /** Kills the process with SIGKILL, without a shutdown. Resolves when it has exited. */
  kill(): Promise<void>;
  /**
   * Restarts the gateway with the same folder and port; stops the process first if it still runs.
   * @param script gateway script of another build
   */
  restart(script?: string): Promise<void>;
}

interface Fixtures {
  /** Flags in addition to `--port` and `--data-dir`; set with `test.use`. */
  gatewayFlags: string[];
  gateway: TestGateway;
  /** Proxy between browser and gateway that counts requests and injects faults. */
  traffic: FaultProxy;
  api: GatewayApi;
  files: TestFiles;
  /** Page errors that a test expects; all others fail it. */
  expectedPageErrors: RegExp | null;
  failOnPageErrors: void;
  skipWithoutBrowser: void;
}

/** `npm run test:polling`: all tests that are not about the stream itself also pass without streams. */
const WITHOUT_STREAMS = process.env['FLOWDECK_WITHOUT_STREAMS'] === '1';
const STREAMS = /\/events$/;

export const test = base.extend<Fixtures>({
  // Must come first: nothing may be launched before.
  skipWithoutBrowser: [
    async ({ browserName }, provide, testInfo) => {
      testInfo.skip(browserName === 'firefox' && !findFirefox(), 'There is no Firefox ESR on this machine');
      await provide();
    },
    { auto: true },
  ],

  // Tests must not depend on a ComfyUI on this machine.
  gatewayFlags: [['--engine', 'embedded'], { option: true }],
  expectedPageErrors: [null, { option: true }],

  gateway: async ({ gatewayFlags }, provide) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'flowdeck-e2e-'));
    let running = await start(['--port', '0', '--data-dir', dataDir, ...gatewayFlags]);
    const { address } = running;
    await provide({
      address,
      dataDir,
      async kill() {
        await running.end('SIGKILL');
      },
      async restart(script) {
        await running.end('SIGKILL');
        running = await start(['--port', new URL(address).port, '--data-dir', dataDir, ...gatewayFlags], script);
      },
    });
    await running.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  },

  traffic: async ({ gateway }, provide) => {
    const proxy = await FaultProxy.start(() => gateway.address);
    if (WITHOUT_STREAMS) proxy.cut(STREAMS);
    await provide(proxy);
    await proxy.close();
  },

  api: async ({ gateway }, provide) => {
    await provide(new GatewayApi(gateway.address));
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  files: async ({}, provide) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-files-'));
    await provide(new TestFiles(folder));
    await rm(folder, { recursive: true, force: true });
  },

  baseURL: async ({ traffic }, provide) => {
    await provide(traffic.address);
  },

  // Violations of the content security policy appear only in the console, so every test checks it.
  failOnPageErrors: [
    async ({ page, expectedPageErrors }, provide, testInfo) => {
      const errors: string[] = [];
      const add = (text: string) => errors.push(`${text} (at ${page.url()})`);
      page.on('pageerror', (error) => add(error.stack ?? String(error)));
      page.on('console', (message) => {
        // Tests check responses with an error status themselves.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) add(message.text());
      });
      await provide();
      if (testInfo.status !== testInfo.expectedStatus) {
        // The test may have closed the page.
        const body = await page.screenshot().catch(() => null);
        if (body) await testInfo.attach('screenshot', { body, contentType: 'image/png' });
      }
      expect(errors.filter((error) => !expectedPageErrors?.test(error))).toEqual([]);
    },
    { auto: true },
  ],
});

async function start(flags: string[], script?: string): Promise<GatewayProcess & { address: string }> {
  const gateway = await spawnGateway(flags, script === undefined ? {} : { script });
  if (gateway.address === null) throw new Error(`The gateway did not start: ${(await gateway.ended).stderr}`);
  return { ...gateway, address: gateway.address };
}
