// Memory and startup time that 100 models of one 3.4 MB OpenAPI document add to a gateway.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoryMb, pause, withGateway } from '../sessions/gateway-session.mjs';
import { median } from '../figures.mjs';

const MODELS = 100;
const DOCUMENT_BYTES = 3_400_000;
const SCHEMAS = 1200;
const ROUNDS = 3;
const MEMORY_BAR_MB = 60;
const START_BAR_S = 1;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-bench-config-'));
  try {
    const document = serviceDocument();
    writeFileSync(path.join(folder, 'service.json'), document);
    const config = path.join(folder, 'flowdeck.config.json');
    writeFileSync(config, JSON.stringify(configuration()));
    /** @type {Measured[]} */
    const without = [];
    /** @type {Measured[]} */
    const withModels = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(await measure([], 0));
      withModels.push(await measure(['--config', config], MODELS));
    }
    const added = (/** @type {keyof Measured} */ name) =>
      median(withModels.map((each) => each[name])) - median(without.map((each) => each[name]));
    const note = `${MODELS} models, ${(document.length / 1e6).toFixed(1)} MB`;
    report({ name: 'one document: memory added', value: added('memoryMb'), unit: 'MB', bar: MEMORY_BAR_MB, note });
    report({ name: 'one document: start slower by', value: added('startS'), unit: 's', bar: START_BAR_S, note });
    report({ name: 'one document: all forms read', value: median(withModels.map(({ readS }) => readS)), unit: 's' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @typedef {{ memoryMb: number, startS: number, readS: number }} Measured */

/** @param {string[]} flags @param {number} models @returns {Promise<Measured>} */
async function measure(flags, models) {
  const startedAt = performance.now();
  return withGateway(['--engine', 'scripted', ...flags], async ({ ask, pid }) => {
    const startS = (performance.now() - startedAt) / 1000;
    const readAt = performance.now();
    for (let index = 0; index < models; index += 1) {
      const { status, text } = await ask('GET', `/v2/models/bench/model-${index}/openapi.json`);
      if (status !== 200 || !text.includes(`"model_${index}_prompt"`)) throw new Error(`model-${index} has no form`);
    }
    const readS = (performance.now() - readAt) / 1000;
    await pause(1000);
    return { memoryMb: memoryMb(pid), startS, readS };
  });
}

function configuration() {
  const models = Array.from({ length: MODELS }, (_, index) => ({
    name: `model-${index}`,
    path: `/run/${index}`,
    schema: { file: 'service.json' },
  }));
  return { providers: [{ name: 'bench', baseUrl: 'http://127.0.0.1:9/v1', models }] };
}

/** Each operation references some schemas of its own and some shared ones. */
function serviceDocument() {
  const filler = 'x'.repeat(Math.floor(DOCUMENT_BYTES / SCHEMAS) - 560);
  const schemas = Object.fromEntries(
    Array.from({ length: SCHEMAS }, (_, index) => [
      `Part${index}`,
      {
        type: 'object',
        description: filler,
        properties: Object.fromEntries(
          Array.from({ length: 6 }, (_, at) => [`field_${at}`, { type: 'integer', minimum: at, maximum: 1000 }]),
        ),
      },
    ]),
  );
  const paths = Object.fromEntries(Array.from({ length: MODELS }, (_, index) => [`/run/${index}`, pathItem(index)]));
  const head = {
    openapi: '3.1.0',
    info: { title: 'Bench', version: '1' },
    servers: [{ url: 'http://127.0.0.1:9/v1' }],
  };
  return JSON.stringify({ ...head, paths, components: { schemas } });
}

/** @param {number} index */
function pathItem(index) {
  const own = Array.from({ length: 10 }, (_, at) => index * 10 + at);
  const parts = [...own, SCHEMAS - 1].map((part) => [`part_${part}`, { $ref: `#/components/schemas/Part${part}` }]);
  const properties = { [`model_${index}_prompt`]: { type: 'string' }, ...Object.fromEntries(parts) };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  return { post: { operationId: `run${index}`, requestBody: { content } } };
}
