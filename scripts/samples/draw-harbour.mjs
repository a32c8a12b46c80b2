import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/**
 * Draws `public/samples/harbour.jpg`, the sample image for users without a photo at hand: a sunset over mountains, water and
 * moored boats, generated only from noise and arithmetic.
 */

const WIDTH = 2160;
const HEIGHT = 1440;
const HORIZON = 0.655;
const SUN = { x: 0.635, y: 0.43 };

/** @typedef {[number, number, number]} Color */

/** @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @param {number} n @param {number} seed */
function lattice(n, seed) {
  const value = Math.sin(n * 127.1 + seed * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

/** Returns smooth one-dimensional noise from 0 to 1. @param {number} x @param {number} seed */
function noise(x, seed) {
  const cell = Math.floor(x);
  const t = x - cell;
  const ease = t * t * (3 - 2 * t);
  return lattice(cell, seed) * (1 - ease) + lattice(cell + 1, seed) * ease;
}

/** @param {number} x @param {number} seed @param {number} octaves @param {number} roughness */
function ridged(x, seed, octaves, roughness) {
  let sum = 0;
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * (1 - Math.abs(2 * noise(x * 2 ** octave, seed + octave * 17) - 1));
    total += weight;
    weight *= roughness;
  }
  return sum / total;
}

/** @param {Color} a @param {Color} b @param {number} share @returns {Color} */
function mix(a, b, share) {
  const t = Math.min(1, Math.max(0, share));
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** @param {string} hex @returns {Color} */
function color(hex) {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** @param {readonly (readonly [number, Color])[]} stops @param {number} at @returns {Color} */
function gradient(stops, at) {
  let before = stops[0] ?? [0, color('#000000')];
  for (const stop of stops) {
    if (stop[0] >= at) return mix(before[1], stop[1], (at - before[0]) / Math.max(1e-6, stop[0] - before[0]));
    before = stop;
  }
  return before[1];
}

/** @type {readonly (readonly [number, Color])[]} */
const SKY = [
  [0, color('#2c3f66')],
  [0.22, color('#5a5f86')],
  [0.4, color('#b07d86')],
  [0.55, color('#ec9a6e')],
  [0.66, color('#ffc98a')],
];
const SUN_COLOR = color('#fff2cf');
const HAZE = color('#f0a57c');

/** Mountain ranges from far to near: base line, height and color of each ridge. */
const RANGES = [
  { base: 0.6, rise: 0.27, step: 3.1, seed: 4, octaves: 5, roughness: 0.42, ground: color('#8c6f8e'), haze: 0.5 },
  { base: 0.635, rise: 0.3, step: 2.3, seed: 23, octaves: 6, roughness: 0.45, ground: color('#5d4a70'), haze: 0.32 },
  { base: 0.66, rise: 0.2, step: 2.9, seed: 51, octaves: 6, roughness: 0.5, ground: color('#392f50'), haze: 0.16 },
];

/** @param {number} x @param {number} y @param {boolean} hasSun @returns {Color} */
function skyAt(x, y, hasSun) {
  const base = gradient(SKY, y);
  const dx = (x - SUN.x) * (WIDTH / HEIGHT);
  const distance = Math.hypot(dx, y - SUN.y);
  const drift = noise(x * 2.6 + y * 14, 9) * 0.6 + noise(x * 7 + y * 30, 12) * 0.4;
  const bands = noise(y * 38 + drift * 1.8, 3) * drift;
  const clouded = mix(base, color('#ffd2a8'), Math.max(0, bands - 0.34) * 1.3 * Math.exp(-(((y - 0.3) / 0.16) ** 2)));
  const glow = mix(clouded, SUN_COLOR, 0.75 * Math.exp(-distance * 6.5));
  return hasSun ? mix(glow, SUN_COLOR, (0.052 - distance) / 0.004) : glow;
}

/** Returns the color above the water line. @param {number} x @param {number} y @param {boolean} hasSun @returns {Color} */
function landAt(x, y, hasSun) {
  let seen = skyAt(x, y, hasSun);
  for (const range of RANGES) {
    const height = ridged(x * range.step + range.seed, range.seed, range.octaves, range.roughness);
    const crest = range.base - range.rise * height ** 1.6;
    const cover = Math.min(1, Math.max(0, (y - crest) * HEIGHT * 0.6 + 0.5));
    if (cover === 0) continue;
    const depth = (y - crest) / (range.base - crest + 1e-6);
    const slope = ridged(x * range.step * 9 + y * 30, range.seed + 5, 3, 0.6) - 0.5;
    const lit = mix(range.ground, color('#ffb483'), Math.max(0, slope) * 0.35 * (1 - depth));
    seen = mix(seen, mix(lit, HAZE, range.haze * (0.35 + 0.65 * depth ** 2)), cover);
  }
  return seen;
}

/** Returns the wave height: rows of waves that get flatter and denser towards the horizon. @param {number} x @param {number} y */
function wavesAt(x, y) {
  const depth = (y - HORIZON) / (1 - HORIZON);
  const near = depth + 0.03;
  const row = Math.log(near) * 42;
  const along = ((x - SUN.x) / near) * 1.6;
  const coarse = noise(row + 2.4 * noise(along * 2.2 + row * 0.15, 61), 67);
  const fine = noise(row * 2.7 + 3 * noise(along * 6 + 9, 71), 73);
  return (coarse * 0.6 + fine * 0.4 - 0.5) * 2;
}

/** @param {number} x @param {number} y @returns {Color} */
function waterAt(x, y) {
  const depth = (y - HORIZON) / (1 - HORIZON);
  const wave = wavesAt(x, y);
  const mirrored = HORIZON - (y - HORIZON) * 1.02 + wave * (0.006 + 0.034 * depth);
  // A reflection of the sun's disc would be a blot: its light is drawn as a path of sparks instead.
  const reflected = landAt(x + wave * 0.004, Math.min(HORIZON, Math.max(0, mirrored)), false);
  const water = mix(reflected, color('#232a4a'), 0.16 + 0.4 * depth + 0.14 * Math.max(0, -wave));
  const spread = 0.012 + depth * 0.06;
  const path = Math.exp(-(((x - SUN.x + wave * 0.012) / spread) ** 2));
  const spark = Math.min(1, Math.max(0, (wave + 0.12) * 2.2));
  return mix(water, SUN_COLOR, path * (0.1 + 0.8 * spark) * (1.05 - depth * 0.35));
}

const BOATS = [
  { x: 0.16, y: 0.735, size: 0.09, lean: -0.015 },
  { x: 0.29, y: 0.7, size: 0.055, lean: 0.02 },
  { x: 0.365, y: 0.69, size: 0.042, lean: -0.01 },
  { x: 0.84, y: 0.76, size: 0.105, lean: 0.012 },
];

/** Draws hulls, masts and their reflections. */
function boats() {
  const shapes = BOATS.map(({ x, y, size, lean }) => {
    const [cx, cy, s] = [x * WIDTH, y * HEIGHT, size * HEIGHT];
    const top = { x: cx + lean * s * 12, y: cy - s * 1.35 };
    const hull = `M ${cx - s * 0.55} ${cy - s * 0.13} Q ${cx} ${cy - s * 0.05} ${cx + s * 0.62} ${cy - s * 0.17} L ${cx + s * 0.44} ${cy + s * 0.04} Q ${cx} ${cy + s * 0.1} ${cx - s * 0.42} ${cy + s * 0.05} Z`;
    const cabin = `M ${cx - s * 0.18} ${cy - s * 0.1} l ${s * 0.05} ${-s * 0.1} h ${s * 0.26} l ${s * 0.06} ${s * 0.09} Z`;
    const line = (/** @type {number} */ width) => Math.max(1, s * width).toFixed(2);
    return `<g fill="#191726" stroke="#191726" stroke-linecap="round">
      <path d="${hull}" stroke="none"/><path d="${cabin}" stroke="none"/>
      <path d="M ${cx} ${cy - s * 0.1} L ${top.x} ${top.y}" stroke-width="${line(0.022)}"/>
      <path d="M ${top.x} ${top.y} L ${cx + s * 0.6} ${cy - s * 0.16} M ${top.x} ${top.y} L ${cx - s * 0.54} ${cy - s * 0.13}" stroke-width="${line(0.006)}" fill="none"/>
      <path d="M ${cx} ${cy - s * 0.26} l ${-s * 0.42} ${s * 0.02}" stroke-width="${line(0.05)}"/>
      <circle cx="${cx + s * 0.06}" cy="${cy - s * 0.15}" r="${s * 0.018}" fill="#ffd08a" stroke="none"/>
      <g opacity="0.42"><ellipse cx="${cx}" cy="${cy + s * 0.12}" rx="${s * 0.5}" ry="${s * 0.07}" stroke="none"/>
      <path d="M ${cx} ${cy + s * 0.1} q ${s * 0.05} ${s * 0.2} 0 ${s * 0.4} t ${-lean * s * 4} ${s * 0.4}" stroke-width="${line(0.03)}" fill="none" stroke-dasharray="${s * 0.09} ${s * 0.05}"/></g>
    </g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes.join('')}</svg>`;
}

const draw = random(20);
const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
for (let row = 0; row < HEIGHT; row += 1) {
  const y = (row + 0.5) / HEIGHT;
  for (let column = 0; column < WIDTH; column += 1) {
    const x = (column + 0.5) / WIDTH;
    const seen = y < HORIZON ? landAt(x, y, true) : waterAt(x, y);
    const vignette = 1 - 0.34 * ((x - 0.5) ** 2 + (y - 0.5) ** 2) * 1.4;
    const grain = (draw() + draw() - 1) * 3.2;
    const at = (row * WIDTH + column) * 3;
    for (const [channel, value] of seen.entries()) {
      pixels[at + channel] = Math.min(255, Math.max(0, Math.round(value * vignette + grain)));
    }
  }
}

const target = fileURLToPath(new URL('../../public/samples/harbour.jpg', import.meta.url));
const image = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  .composite([{ input: Buffer.from(boats()) }])
  .jpeg({ quality: 84, mozjpeg: true })
  .toFile(target);
console.log(`${target}: ${image.width} x ${image.height}, ${Math.round(image.size / 1024)} kB`);
