import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { findFirefox } from '../scripts/firefox.mjs';
import { spawnGateway, type GatewayProcess } from '../scripts/gateway-process.mjs';
import { FaultProxy } from './fault-proxy';
import { GatewayApi } from './gateway-api';
import { TestFiles } from './test-files';

export { expect };
export type { TestFiles };

/** The built gateway as a process, with a data folder of its own. Each test has one: its lists are empty. */
export interface TestGateway {
  /** Its own address; the browser goes through the proxy. */
  readonly address: string;
  readonly dataDir: string;
  /** SIGKILL: nothing is said goodbye to. Resolves when the process is gone. */
  kill(): Promise<void>;
  /**
   * On the same folder and port; ends the process first when it still runs.
   * @param script of another build
   */
  restart(script?: string): Promise<void>;
}

interface Fixtures {
  /** Beside `--port` and `--data-dir`; set with `test.use`. */
  gatewayFlags: string[];
  gateway: TestGateway;
  /** Between browser and gateway: counts, and breaks what a story asks it to break. */
  traffic: FaultProxy;
  api: GatewayApi;
  files: TestFiles;
  /** Words of page errors that a story expects; everything else fails it. */
  expectedPageErrors: RegExp | null;
  failOnPageErrors: void;
  skipWithoutBrowser: void;
}

/** `npm run test:polling`: every story that is not about the stream itself passes without one, too. */
const WITHOUT_STREAMS = process.env['FLOWDECK_WITHOUT_STREAMS'] === '1';
const STREAMS = /\/events$/;

export const test = base.extend<Fixtures>({
  // First of all: nothing may be launched before.
  skipWithoutBrowser: [
    async ({ browserName }, provide, testInfo) => {
      testInfo.skip(browserName === 'firefox' && !findFirefox(), 'There is no Firefox ESR on this machine');
      await provide();
    },
    { auto: true },
  ],

  // Whether a ComfyUI runs on this machine is no part of a story.
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

  // The content security policy speaks on the console only, so every story listens.
  failOnPageErrors: [
    async ({ page, expectedPageErrors }, provide) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        // Answers with an error status are the business of the story.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          errors.push(message.text());
        }
      });
      await provide();
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
