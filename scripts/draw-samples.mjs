import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { runnerImport } from 'vite';
import { alias } from './alias.mjs';
import { root } from './build-parts.mjs';

/**
 * Runs the samples on the engine and makes their thumbnails, `public/samples/*.webp`, of what comes out. Node runs no
 * TypeScript: vite loads the engine from its sources.
 */

const folder = path.join(root, 'public', 'samples');
/** Cards show 16:9; twice the size of a card, for dense screens. */
const THUMBNAIL = { width: 640, height: 360 };

/** @param {string} file @returns {Promise<any>} */
async function load(file) {
  const loaded = await runnerImport(path.join(root, file), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
  });
  return loaded.module;
}

const { Executor } = await load('server/engines/embedded/executor.ts');
const { readWorkflow } = await load('contract/workflow/graph.ts');
const workDir = await mkdtemp(path.join(tmpdir(), 'flowdeck-samples-'));

/** @type {{ id: string, file: string, thumbnail: string, picture?: { file: string, node: string, input: string } }[]} */
const samples = JSON.parse(await readFile(path.join(folder, 'index.json'), 'utf8'));
try {
  for (const { id, file, thumbnail, picture } of samples) {
    const startedAt = performance.now();
    const text = await filled(await readFile(path.join(folder, file), 'utf8'), picture);
    const output = await lastOutput(id, text, picture);
    const { width, height } = await sharp(output).metadata();
    // A photo is shown whole; of a pattern a part says more.
    const share = picture ? 1 : 0.75;
    const part = { width: Math.round(width * share), height: Math.round(width * share * (9 / 16)) };
    const small = await sharp(output)
      .extract({ ...part, left: (width - part.width) >> 1, top: (height - part.height) >> 1 })
      .resize(THUMBNAIL)
      .webp({ quality: 74, effort: 6 })
      .toFile(path.join(folder, thumbnail));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${thumbnail}: ${Math.round(small.size / 1024)} kB, ran ${seconds} s`);
  }
} finally {
  await rm(workDir, { recursive: true, force: true });
}

/** @param {string} text @param {{ node: string, input: string } | undefined} picture */
async function filled(text, picture) {
  if (!picture) return text;
  const graph = JSON.parse(text);
  graph[picture.node].inputs[picture.input] = { __type: 'core/ASSET', info: { id: 'sample' } };
  return JSON.stringify(graph);
}

/** @param {string} id @param {string} text @param {{ file: string } | undefined} picture @returns {Promise<string>} path */
async function lastOutput(id, text, picture) {
  const reading = readWorkflow(text);
  if (!reading.ok) throw new Error(`${id}: ${reading.problem.message}`);
  const file = path.join(folder, picture?.file ?? '');
  /** @type {string[]} */
  const outputs = [];
  const outcome = await new Executor().run(
    {
      jobId: id,
      graph: reading.graph,
      workflowText: text,
      assets: new Map([['sample', { name: 'sample', blob: file, content: { path: file } }]]),
      workDir,
      filePrefix: `${id}-`,
    },
    (/** @type {any} */ event) => {
      if (event.kind === 'output') outputs.push(event.output.content.path);
    },
    new AbortController().signal,
  );
  const last = outputs.at(-1);
  if (outcome.kind !== 'succeeded' || last === undefined) throw new Error(`${id}: ${JSON.stringify(outcome)}`);
  return last;
}
