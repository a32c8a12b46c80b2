// Three tabs with thirty running jobs, two unfinished uploads and two unfinished downloads. A browser opens six connections per
// origin, and a poll must still get one.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { withPage } from '../sessions/browser-session.mjs';
import { median, quantile } from '../figures.mjs';
import { pause, waitUntil, withGateway } from '../sessions/gateway-session.mjs';

const JOBS = 30;
const POLLS = 40;
const DOWNLOAD_BYTES = 200_000_000;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted', '--scripted-parallel', '31'], async ({ address, ask }) => {
    const big = JSON.parse((await ask('POST', '/api/v2/jobs', { workflow: bigOutput() })).text);
    await waitUntil(
      async () => JSON.parse((await ask('GET', `/api/v2/jobs/${big.id}`)).text).status === 'succeeded',
      60_000,
    );
    const { outputs } = JSON.parse((await ask('GET', `/api/v2/jobs/${big.id}`)).text);
    for (let index = 0; index < JOBS; index += 1) {
      const { status, text } = await ask('POST', '/api/v2/jobs', { workflow: steps() });
      if (status !== 201) throw new Error(`A job was refused: ${text}`);
    }
    const slow = await holdingUploads(address);
    try {
      const polls = await withPage(async (page) => {
        const tabs = [page, await page.context().newPage(), await page.context().newPage()];
        for (const tab of tabs) {
          await tab.goto(`${slow.address}/local/jobs`);
          await tab.getByText('live', { exact: true }).waitFor();
        }
        for (const [index, tab] of tabs.slice(1).entries()) {
          await tab.evaluate(upload, index);
          await tab.evaluate(download, new URL(outputs[0].url).pathname + new URL(outputs[0].url).search);
        }
        await waitUntil(async () => slow.held() === 4, 20_000);
        await page.bringToFront();
        const times = [];
        for (let index = 0; index < POLLS; index += 1) {
          times.push(await page.evaluate(poll));
          await pause(100);
        }
        if (slow.held() !== 4) throw new Error('The uploads or the downloads did not last');
        return times;
      });
      const note = `3 tabs, ${JOBS} jobs, 2 uploads, 2 downloads`;
      report({ name: 'a poll beside long requests, median', value: median(polls), unit: 'ms', note });
      report({ name: 'a poll beside long requests, p95', value: quantile(polls, 0.95), unit: 'ms', bar: 200, note });
    } finally {
      slow.close();
    }
  });
}

/** Proxy for the gateway that lets uploads start but not finish, and counts open long requests. @param {string} target */
async function holdingUploads(target) {
  let held = 0;
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const isUpload = method === 'POST' && url === '/api/v2/assets';
    if (isUpload || /\/content(?:\?|$)/.test(url)) {
      held += 1;
      outgoing.on('close', () => (held -= 1));
    }
    if (isUpload) return;
    const { hostname, port } = new URL(target);
    const onward = request({ hostname, port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    held: () => held,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs in the page: uploads as the console does. @param {number} index */
function upload(index) {
  const form = new FormData();
  form.append('content_type', 'application/octet-stream');
  form.append('file_path', `held-${index}.bin`);
  form.append('file', new Blob([new Uint8Array(1_000_000)]), `held-${index}.bin`);
  const sent = new XMLHttpRequest();
  sent.open('POST', '/api/v2/assets');
  sent.send(form);
}

/** Runs in the page: an unread response body occupies its connection. @param {string} path */
async function download(path) {
  const response = await fetch(path, { cache: 'no-store' });
  if (response.status !== 200) throw new Error(`The download responded with ${response.status}`);
  /** @type {{ heldDownload?: Response }} */ (globalThis).heldDownload = response;
}

/** Runs in the page. @returns {Promise<number>} milliseconds */
async function poll() {
  const startedAt = performance.now();
  await (await fetch('/api/v2/jobs?limit=50', { cache: 'no-store' })).json();
  return performance.now() - startedAt;
}

function bigOutput() {
  return {
    1: {
      class_type: 'ScriptOutput',
      inputs: { type: 'file', name: 'big.bin', bytes: DOWNLOAD_BYTES, seed: 1, named: true },
    },
  };
}

function steps() {
  return { 1: { class_type: 'ScriptSteps', inputs: { steps: 10_000, ms: 200, preview: false } } };
}
