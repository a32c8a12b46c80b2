import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { root } from './build-parts.mjs';
import { loadSource } from './load-source.mjs';

/**
 * Runs each built-in model on the example of its document, for the catalog: what it outputs as a thumbnail,
 * `public/samples/models/*.webp`, or as text, and the list of both, `src/features/models/catalog/model-examples.json`.
 */

const folder = path.join(root, 'public', 'samples', 'models');
const list = path.join(root, 'src', 'features', 'models', 'catalog', 'model-examples.json');
/** Three times the size on a card, for dense screens. */
const WIDTH = 192;
const HEIGHT = 120;
/** A thumbnail shows no more of a larger landscape, which takes half a minute. */
const FASTER = { erosion: { size: 512 } };
const WAV_HEADER_BYTES = 44;

const { BUILTIN_MODELS } = await loadSource('server/router/providers/builtin/builtin-models.ts');
const { runComputation } = await loadSource('server/router/providers/builtin/compute/run-computation.ts');

await mkdir(folder, { recursive: true });
/** @type {Record<string, { image: string } | { text: string }>} */
const examples = {};
for (const model of BUILTIN_MODELS) {
  const input = model.input.parse({ ...model.example, .../** @type {any} */ (FASTER)[model.model] });
  const pictures = (model.pictures?.(input) ?? []).map((/** @type {{ source: string }} */ { source }) =>
    Buffer.from(source.slice(source.indexOf(',') + 1), 'base64'),
  );
  const answer = await runComputation({ model: model.model, input, pictures });
  if (answer.kind !== 'computed') throw new Error(`${model.model}: ${JSON.stringify(answer)}`);
  const { facts, files } = answer.computed;
  const image = imageOf(facts, files[0]);
  if (image === null) {
    examples[model.model] = { text: facts.text };
    continue;
  }
  const name = `${model.model}.webp`;
  const { size } = await image
    .resize({ width: WIDTH, height: HEIGHT, fit: 'cover' })
    .webp({ quality: 74, effort: 6 })
    .toFile(path.join(folder, name));
  examples[model.model] = { image: name };
  console.log(`${name}: ${(size / 1000).toFixed(1)} kB`);
}
await writeFile(list, `${JSON.stringify(examples, null, 2)}\n`);

/**
 * Null: the output is text.
 * @param {any} facts @param {{ bytes: Uint8Array, contentType: string } | undefined} file
 */
function imageOf(facts, file) {
  if (file?.contentType.startsWith('image/')) return sharp(file.bytes);
  if (file) return drawing(waveform(file.bytes));
  return Array.isArray(facts.colors) ? drawing(swatches(facts.colors)) : null;
}

/** @param {string} shapes */
function drawing(shapes) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes}</svg>`;
  return sharp(Buffer.from(svg));
}

/** Colors side by side, each as wide as its share. @param {{ hex: string, share: number }[]} colors */
function swatches(colors) {
  const total = colors.reduce((sum, { share }) => sum + share, 0);
  let left = 0;
  return colors
    .map(({ hex, share }) => {
      const width = (share / total) * WIDTH;
      const rect = `<rect x="${left}" width="${width + 1}" height="${HEIGHT}" fill="${hex}"/>`;
      left += width;
      return rect;
    })
    .join('');
}

/** The loudest sample of each bar, in a WAV file of 16 bit. @param {Uint8Array} bytes */
function waveform(bytes) {
  const samples = new DataView(bytes.buffer, bytes.byteOffset + WAV_HEADER_BYTES, bytes.length - WAV_HEADER_BYTES);
  const bars = 32;
  const step = WIDTH / bars;
  const peaks = Array.from({ length: bars }, () => 0);
  const count = Math.floor(samples.byteLength / 2);
  for (let index = 0; index < count; index += 1) {
    const bar = Math.floor((index * bars) / count);
    peaks[bar] = Math.max(peaks[bar] ?? 0, Math.abs(samples.getInt16(index * 2, true)));
  }
  const loudest = Math.max(...peaks, 1);
  const shapes = peaks.map((peak, index) => {
    const height = Math.max(4, (peak / loudest) * HEIGHT * 0.8);
    return `<rect x="${index * step + 1}" y="${(HEIGHT - height) / 2}" width="${step - 2}" height="${height}" rx="2"/>`;
  });
  return `<rect width="100%" height="100%" fill="#22282d"/><g fill="#7fc3d6">${shapes.join('')}</g>`;
}
