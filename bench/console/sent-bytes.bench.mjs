// Bytes that a run with a photo sends, and those of the same run again: counted between the browser and the gateway.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { withPage } from '../sessions/browser-session.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';

const PHOTO_PX = 2400;
/** Limit for hash checks, the workflow, polls and the console's own files, without any image. */
const AGAIN_BAR_KB = 100;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-sent-'));
  const photo = path.join(folder, 'photo.png');
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 40 };
  const size = { width: PHOTO_PX, height: PHOTO_PX, channels: /** @type {const} */ (3) };
  writeFileSync(
    photo,
    await sharp({ create: { ...size, background: 'black', noise } })
      .png()
      .toBuffer(),
  );
  try {
    await withGateway(['--engine', 'embedded'], async ({ address }) => {
      const counter = await countingProxy(address);
      try {
        await runSample(counter.address, photo);
        const first = counter.take();
        await runSample(counter.address, photo);
        const again = counter.take();
        if (first < 1e6) throw new Error(`The photo was not sent: ${first} bytes`);
        report({ name: 'sent by a run with a photo', value: first / 1e6, unit: 'MB' });
        report({ name: 'sent by the same run, new browser', value: again / 1e3, unit: 'kB', bar: AGAIN_BAR_KB });
      } finally {
        counter.close();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the sample as a user would, in a browser with an empty profile. @param {string} address @param {string} photo */
function runSample(address, photo) {
  return withPage(async (page) => {
    await page.goto(`${address}/local/submit`);
    await page.getByRole('button', { name: /Soften and frame/ }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose an image' }).first().click();
    await (await choosing).setFiles(photo);
    await page.getByText(/^(?:Uploaded|Already uploaded)/).waitFor();
    await page.getByRole('button', { name: /^Run\b/ }).click();
    await page.getByRole('complementary', { name: 'Result' }).getByRole('link', { name: 'Open job' }).click();
    await page
      .getByRole('img', { name: /^Output / })
      .first()
      .waitFor({ timeout: 120_000 });
  });
}

/**
 * Forwards everything and counts the bytes that the browser sends.
 * @param {string} target
 * @returns {Promise<{ address: string, take: () => number, close: () => void }>}
 */
function countingProxy(target) {
  const { hostname, port } = new URL(target);
  let bytes = 0;
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const join = (/** @type {import('node:net').Socket} */ from, /** @type {import('node:net').Socket} */ to) => {
    sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer((browser) => {
    const gateway = connect(Number(port), hostname);
    browser.on('data', (chunk) => (bytes += chunk.length));
    join(browser, gateway);
    join(gateway, browser);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({
        address: `http://127.0.0.1:${own}`,
        take: () => {
          const taken = bytes;
          bytes = 0;
          return taken;
        },
        close: () => {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      });
    });
  });
}
