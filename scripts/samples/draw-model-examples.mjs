import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { root } from '../build/build-parts.mjs';
import { loadSource } from '../load-source.mjs';

/**
 * Runs each built-in model on the example of its document for the catalog. Writes image outputs in two sizes to
 * `public/samples/models/*.webp`, and a list of image and text outputs to `src/features/models/catalog/model-examples.json`.
 */

const folder = path.join(root, 'public', 'samples', 'models');
const list = path.join(root, 'src', 'features', 'models', 'catalog', 'model-examples.json');
/** Image sizes: three times that of a row, for dense screens, and one for cards and the model page. */
const SIZES = [
  { suffix: '', width: 192, height: 120 },
  { suffix: '-large', width: 640, height: 400 },
];
/** Smaller input for slow models: a larger landscape takes half a minute and adds no visible detail. */
const FASTER = { erosion: { size: 768 } };
const WAV_HEADER_BYTES = 44;

const { BUILTIN_MODELS } = await loadSource('server/router/providers/builtin/builtin-models.ts');
const { runComputation } = await loadSource('server/router/providers/builtin/compute/run-computation.ts');

await mkdir(folder, { recursive: true });
/** @type {Record<string, { image: string } | { text: string }>} */
const examples = {};
for (const model of BUILTIN_MODELS) {
  const input = model.input.parse({ ...model.example, .../** @type {any} */ (FASTER)[model.model] });
  const images = (model.pictures?.(input) ?? []).map((/** @type {{ source: string }} */ { source }) =>
    Buffer.from(source.slice(source.indexOf(',') + 1), 'base64'),
  );
  const response = await runComputation({ model: model.model, input, pictures: images });
  if (response.kind !== 'computed') throw new Error(`${model.model}: ${JSON.stringify(response)}`);
  const { facts: details, files } = response.computed;
  for (const { suffix, width, height } of SIZES) {
    const image = imageOf(details, files[0], { width, height });
    if (image === null) {
      examples[model.model] = { text: details.text };
      break;
    }
    const name = `${model.model}${suffix}.webp`;
    const { size } = await image
      .resize({ width, height, fit: 'cover' })
      .webp({ quality: 74, effort: 6 })
      .toFile(path.join(folder, name));
    examples[model.model] = { image: model.model };
    console.log(`${name}: ${(size / 1000).toFixed(1)} kB`);
  }
}
await writeFile(list, `${JSON.stringify(examples, null, 2)}\n`);

/** @typedef {{ width: number, height: number }} Size */

/**
 * Renders the example image; `null` if the output is text.
 * @param {any} details @param {{ bytes: Uint8Array, contentType: string } | undefined} file @param {Size} size
 */
function imageOf(details, file, size) {
  if (file?.contentType.startsWith('image/')) return sharp(file.bytes);
  if (file) return drawing(waveform(file.bytes, size), size);
  return Array.isArray(details.colors) ? drawing(swatches(details.colors, size), size) : null;
}

/** @param {string} shapes @param {Size} size */
function drawing(shapes, { width, height }) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  return sharp(Buffer.from(svg));
}

/**
 * Draws colors side by side, with widths proportional to their shares.
 * @param {{ hex: string, share: number }[]} colors
 * @param {Size} size
 */
function swatches(colors, size) {
  const total = colors.reduce((sum, { share }) => sum + share, 0);
  let left = 0;
  return colors
    .map(({ hex, share }) => {
      const width = (share / total) * size.width;
      const rect = `<rect x="${left}" width="${width + 1}" height="${size.height}" fill="${hex}"/>`;
      left += width;
      return rect;
    })
    .join('');
}

/** Draws the peak sample of each bar of a 16-bit WAV file. @param {Uint8Array} bytes @param {Size} size */
function waveform(bytes, size) {
  const samples = new DataView(bytes.buffer, bytes.byteOffset + WAV_HEADER_BYTES, bytes.length - WAV_HEADER_BYTES);
  const bars = 32;
  const step = size.width / bars;
  const peaks = Array.from({ length: bars }, () => 0);
  const count = Math.floor(samples.byteLength / 2);
  for (let index = 0; index < count; index += 1) {
    const bar = Math.floor((index * bars) / count);
    peaks[bar] = Math.max(peaks[bar] ?? 0, Math.abs(samples.getInt16(index * 2, true)));
  }
  const loudest = Math.max(...peaks, 1);
  const shapes = peaks.map((peak, index) => {
    const height = Math.max(step * 0.7, (peak / loudest) * size.height * 0.8);
    const y = (size.height - height) / 2;
    return `<rect x="${(index + 1 / 6) * step}" y="${y}" width="${step * (2 / 3)}" height="${height}" rx="${step / 3}"/>`;
  });
  return `<rect width="100%" height="100%" fill="#22282d"/><g fill="#7fc3d6">${shapes.join('')}</g>`;
}
