import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { root } from '../build/build-parts.mjs';

/** Draws the icons of the installed app, `public/icons/*.png`, from `public/icon.svg`: systems want PNG, in these sizes. */

const folder = path.join(root, 'public');
const svg = await readFile(path.join(folder, 'icon.svg'), 'utf8');
/** Systems cut icons that fill their square into their own shape: the corners must not be round. */
const square = svg.replace(' rx="7"', '');
if (square === svg) throw new Error('public/icon.svg has no round corners any more');

await draw(svg, 192, 'app-192.png');
await draw(svg, 512, 'app-512.png');
await draw(square, 180, 'apple-touch.png');
// Only the circle of 80% in the middle is sure to be visible, which the drawing is within.
await draw(square, 512, 'maskable-512.png');

/** @param {string} drawing @param {number} size @param {string} name */
async function draw(drawing, size, name) {
  const file = path.join(folder, 'icons', name);
  const density = (72 * size) / 32;
  const image = sharp(Buffer.from(drawing), { density }).resize(size, size);
  const { size: bytes } = await image.png({ compressionLevel: 9, palette: true }).toFile(file);
  console.log(`${name}: ${(bytes / 1024).toFixed(1)} kB`);
}
