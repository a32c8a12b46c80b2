// Delay of other requests while the gateway accepts, runs and serves the largest workflows that it allows.
import { startLoopWatch } from '../meters/loop-watch.mjs';
import { waitUntilDone, withGateway } from '../sessions/gateway-session.mjs';

const BAR_MS = 100;
const LIMIT_MS = 120_000;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  for (const [name, workflow] of /** @type {const} */ ([
    ['a text of 15 MB', longText()],
    ['10,000 nodes in a chain', longChain()],
    ['180,000 inputs', manyInputs()],
  ])) {
    const watch = startLoopWatch();
    await withGateway(
      [],
      async ({ ask, pid }) => {
        // Excludes remaining work of the gateway's startup.
        await waitUntilDone(ask, LIMIT_MS);
        watch.begin(pid);
        const { status, text } = await ask('POST', '/api/v2/jobs', { workflow });
        if (status !== 201) throw new Error(`The job was rejected: ${text.slice(0, 200)}`);
        const { id } = JSON.parse(text);
        await waitUntilDone(ask, LIMIT_MS);
        const job = JSON.parse((await ask('GET', `/api/v2/jobs/${id}`)).text);
        if (job.status !== 'succeeded') throw new Error(`The job is ${job.status}: ${JSON.stringify(job.error)}`);
        const stored = await ask('GET', `/api/v2/jobs/${id}/workflow`);
        if (stored.status !== 200) throw new Error(`The workflow was not given: ${stored.status}`);
        const { max } = await watch.end(pid);
        report({ name: `event loop, longest turn with ${name}`, value: max, unit: 'ms', bar: BAR_MS });
      },
      watch.how,
    );
  }
}

function longText() {
  return {
    1: { class_type: 'PrimitiveStringMultiline', inputs: { value: 'a'.repeat(15_000_000) } },
    2: { class_type: 'PreviewAny', inputs: { source: ['1', 0] } },
  };
}

function longChain() {
  /** @type {Record<string, object>} */
  const nodes = { 0: { class_type: 'EmptyImage', inputs: { width: 8, height: 8, batch_size: 1, color: 1 } } };
  for (let id = 1; id < 9999; id += 1) {
    nodes[id] = { class_type: 'ImageInvert', inputs: { image: [String(id - 1), 0] } };
  }
  nodes[9999] = { class_type: 'SaveImage', inputs: { images: ['9998', 0], filename_prefix: 'bench' } };
  return nodes;
}

function manyInputs() {
  /** @type {Record<string, object>} */
  const nodes = {};
  for (let id = 0; id < 2000; id += 1) {
    const inputs = Object.fromEntries(Array.from({ length: 89 }, (_, index) => [`unused_${index}`, index]));
    nodes[id] = { class_type: 'PrimitiveInt', inputs: { ...inputs, value: id } };
  }
  nodes[2000] = { class_type: 'PreviewAny', inputs: { source: ['0', 0] } };
  return nodes;
}
