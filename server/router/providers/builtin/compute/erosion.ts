import { crop } from '../../../../engines/embedded/kernels/geometry';
import type { ErosionInput } from '../models/erosion';
import type { Computation } from './computation';
import { erode } from './erode';
import { fractal, gradientNoise, type Noise } from './noise';
import { encodeImage } from './images';
import { renderTerrain } from './render-terrain';
import { startRandom } from './seeds';

/** Default climate, equal to the defaults of `ErosionInput`. */
const MILD = { rain: 2, capacity: 4, evaporation: 0.012, hardness: 0.5 };
/** Width of the border that is cropped, since drops that leave the map form no valleys near the edge. */
const RIM = 12;
const NORTH_WEST = { azimuth: 315, altitude: 40 };

export const computeErosion: Computation<ErosionInput> = async (input) => {
  const { seed, random } = startRandom(input.seed);
  const { size } = input;
  const land = size + 2 * RIM;
  const heights = raise(gradientNoise(random), land, input.ruggedness);
  erode(heights, land, input.climate ?? MILD, random);
  const relief = renderTerrain(heights, land, {
    light: input.light ?? NORTH_WEST,
    tint: input.tint,
    seaLevel: input.sea_level ?? null,
  });
  const image = crop(relief, size, size, RIM, RIM);
  return { facts: { seed, width: size, height: size }, files: [await encodeImage(image, input.output_format)] };
};

/** Generates heights from 0 to 1: ridges at the sign changes of the noise, on broad hills. */
function raise(noise: Noise, size: number, ruggedness: number): Float32Array {
  const heights = new Float32Array(size * size);
  let low = Infinity;
  let high = -Infinity;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const u = (x / size) * 3;
      const v = (y / size) * 3;
      const bend = fractal(noise, u * 0.8 + 40, v * 0.8 + 40, 3, 0.5) * 0.35;
      const hills = fractal(noise, u * 0.7 + bend, v * 0.7 - bend, 6, 0.5);
      const ridge = 1 - Math.abs(fractal(noise, u + 90 + bend, v + 90 + bend, 7, 0.5));
      const height = hills * (1 - 0.5 * ruggedness) + ruggedness * 1.3 * ridge * ridge;
      heights[y * size + x] = height;
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
  }
  return heights.map((height) => (height - low) / (high - low));
}
