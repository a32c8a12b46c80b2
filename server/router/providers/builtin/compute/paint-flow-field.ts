import { newRaster, toByte, type Raster } from '../../../../engines/embedded/kernels/raster';
import { toneTable, TONES } from '../../../../engines/embedded/kernels/tone-palettes';
import type { Random } from '../../../../engines/embedded/kernels/random';
import { rgbOf, type Rgb } from './colors';
import { fractal, gradientNoise, type Noise } from './noise';

const RADIUS = { fine: 0.6, medium: 1.2, broad: 2.6 } as const;
const OPACITY = 0.7;
/** Distance between two dabs of the brush in pixels; larger steps show gaps. */
const STEP = 0.75;
const MARGIN_SHARE = 0.06;

/** Input of the model. */
interface Painting {
  width: number;
  height: number;
  colors:
    | { kind: 'palette'; name: Parameters<typeof toneTable>[0] }
    | { kind: 'custom'; background: string; strokes: readonly string[] };
  strokes: number;
  length: number;
  turbulence: number;
  brush: keyof typeof RADIUS;
  frame: boolean;
}

export function paintFlowField(input: Painting, random: Random): Raster {
  const { width, height, turbulence, frame } = input;
  const noise = gradientNoise(random);
  const { background, colorAt } = colorsOf(input.colors, random);
  const margin = frame ? Math.round(Math.min(width, height) * MARGIN_SHARE) : 0;
  const canvas = new Canvas(width, height, background, margin);
  const field = {
    scale: (1.2 + 5 * turbulence) / Math.max(width, height),
    octaves: 1 + Math.round(turbulence * 3),
    drift: random.next() * 2 * Math.PI,
    noise,
  };
  for (let stroke = 0; stroke < input.strokes; stroke += 1) {
    const x = random.next() * width;
    const y = random.next() * height;
    const color = colorAt(fractal(noise, x * field.scale * 0.7 + 50, y * field.scale * 0.7, 2, 0.5));
    const reach = input.length * (0.4 + 0.6 * random.next());
    const radius = RADIUS[input.brush] * (0.6 + 0.8 * random.next());
    follow(field, { x, y, reach }, (atX, atY, share) => {
      // Strokes get wider, then thinner, like brush strokes.
      canvas.dab(atX, atY, radius * (0.35 + 0.65 * Math.sin(Math.PI * share)), color);
    });
  }
  return canvas.finish();
}

interface Field {
  noise: Noise;
  scale: number;
  octaves: number;
  /** Rotation of the whole field. */
  drift: number;
}

function follow(
  { noise, scale, octaves, drift }: Field,
  start: { x: number; y: number; reach: number },
  dab: (x: number, y: number, share: number) => void,
): void {
  const steps = Math.ceil(start.reach / STEP);
  let { x, y } = start;
  for (let step = 0; step < steps; step += 1) {
    dab(x, y, step / steps);
    const angle = drift + fractal(noise, x * scale, y * scale, octaves, 0.5) * Math.PI * 1.6;
    x += Math.cos(angle) * STEP;
    y += Math.sin(angle) * STEP;
  }
}

function colorsOf(colors: Painting['colors'], random: Random): { background: Rgb; colorAt: (tone: number) => Rgb } {
  if (colors.kind === 'custom') {
    const strokes = colors.strokes.map(rgbOf);
    return { background: rgbOf(colors.background), colorAt: () => strokes[random.integer(strokes.length)] };
  }
  const table = toneTable(colors.name);
  const at = (tone: number): Rgb => {
    const index = Math.round(Math.min(1, Math.max(0, tone)) * (TONES - 1)) * 3;
    return [table[index], table[index + 1], table[index + 2]];
  };
  return { background: at(0.04), colorAt: (tone) => at(0.62 + 0.45 * tone + 0.18 * (random.next() - 0.5)) };
}

/** Canvas with float channels, since thousands of thin layers would be lost to rounding in bytes. */
class Canvas {
  readonly #pixels: Float32Array;
  readonly #width: number;
  readonly #height: number;
  readonly #margin: number;

  constructor(width: number, height: number, background: Rgb, margin: number) {
    this.#width = width;
    this.#height = height;
    this.#margin = margin;
    this.#pixels = new Float32Array(width * height * 3);
    for (let at = 0; at < this.#pixels.length; at += 1) this.#pixels[at] = background[at % 3];
  }

  /** Paints a soft round spot, clipped at the margin. */
  dab(x: number, y: number, radius: number, color: Rgb): void {
    const reach = radius + 0.7;
    const margin = this.#margin;
    const fromX = Math.max(margin, Math.ceil(x - reach));
    const toX = Math.min(this.#width - 1 - margin, Math.floor(x + reach));
    const fromY = Math.max(margin, Math.ceil(y - reach));
    const toY = Math.min(this.#height - 1 - margin, Math.floor(y + reach));
    for (let atY = fromY; atY <= toY; atY += 1) {
      for (let atX = fromX; atX <= toX; atX += 1) {
        const cover = Math.min(1, Math.max(0, reach - Math.hypot(atX - x, atY - y))) * OPACITY * STEP;
        const at = (atY * this.#width + atX) * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          const before = this.#pixels[at + channel];
          this.#pixels[at + channel] = before + (color[channel] - before) * cover;
        }
      }
    }
  }

  finish(): Raster {
    const raster = newRaster(this.#width, this.#height, 3);
    for (let at = 0; at < this.#pixels.length; at += 1) raster.data[at] = toByte(this.#pixels[at]);
    return raster;
  }
}
