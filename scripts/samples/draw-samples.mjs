import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { root } from '../build/build-parts.mjs';
import { loadSource } from '../load-source.mjs';

/** Runs the samples on the engine and makes their thumbnails, `public/samples/*.webp`, from the outputs. */

const folder = path.join(root, 'public', 'samples');
const list = path.join(root, 'src', 'features', 'submit', 'samples.json');
/** Cards are 16:9; twice the size of a card, for dense screens. */
const THUMBNAIL = { width: 640, height: 360 };

const { Executor } = await loadSource('server/engines/embedded/executor.ts');
const { readWorkflow } = await loadSource('contract/workflow/graph.ts');
const workDir = await mkdtemp(path.join(tmpdir(), 'flowdeck-samples-'));

/** @type {{ id: string, workflow: string, thumbnail: string }[]} */
const samples = JSON.parse(await readFile(list, 'utf8'));
try {
  for (const { id, workflow, thumbnail } of samples) {
    const startedAt = performance.now();
    const { text, picture: image } = withImage(await readFile(path.join(folder, workflow), 'utf8'));
    const output = await lastOutput(id, text, image);
    const { width, height } = await sharp(output).metadata();
    // Photos are shown whole; patterns are cropped to show detail.
    const share = image === null ? 0.75 : 1;
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

/**
 * Replaces the name of the sample image by an asset reference, as the console does.
 * @param {string} text
 */
function withImage(text) {
  const graph = JSON.parse(text);
  /** @type {string | null} */
  let image = null;
  for (const { class_type, inputs } of Object.values(graph)) {
    if (class_type !== 'LoadImage') continue;
    image = path.join(folder, inputs.image);
    inputs.image = { __type: 'core/ASSET', info: { id: 'sample' } };
  }
  return { text: JSON.stringify(graph), picture: image };
}

/** @param {string} id @param {string} text @param {string | null} image @returns {Promise<string>} path */
async function lastOutput(id, text, image) {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(`${id}: ${result.problem.message}`);
  /** @type {string[]} */
  const outputs = [];
  const outcome = await new Executor().run(
    {
      jobId: id,
      graph: result.graph,
      workflowText: text,
      assets: new Map(image === null ? [] : [['sample', { name: 'sample', blob: image, content: { path: image } }]]),
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
