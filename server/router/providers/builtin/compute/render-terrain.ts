import { newRaster, toByte, type Raster } from '../../../../engines/embedded/kernels/raster';
import type { ErosionInput } from '../models/erosion';
import { rgbOf, type Rgb } from './colors';

export interface TerrainLook {
  light: { azimuth: number; altitude: number };
  tint: ErosionInput['tint'];
  /** Share of the height that lies under water; null: no sea. */
  seaLevel: number | null;
}

/** Colours from the lowest land to the highest, evenly spaced. */
const TINTS: Readonly<Record<TerrainLook['tint'], readonly string[]>> = {
  terrain: ['#4f6b3f', '#6f8450', '#98935f', '#a98e68', '#8d7b68', '#b3aca3', '#f2f0ec'],
  snow: ['#4c5a63', '#6a7881', '#93a1aa', '#c2ccd2', '#e8edf0', '#ffffff'],
  desert: ['#8a4f2f', '#b06a3b', '#cf8f55', '#dfae75', '#e8c796', '#f3e2c0'],
  grey: ['#4a4a4c', '#6f6f71', '#97979a', '#bcbcbe', '#dededf', '#f6f6f7'],
};
const SHALLOW = rgbOf('#3f8fa3');
const DEEP = rgbOf('#12344f');
/** Heights are drawn this much steeper than they are, so that valleys read. */
const EXAGGERATION = 0.22;
const AMBIENT = 0.34;

/** A relief as on a map: colour by height, light and shade by slope. */
export function renderTerrain(heights: Float32Array, size: number, { light, tint, seaLevel }: TerrainLook): Raster {
  const raster = newRaster(size, size, 3);
  const stops = TINTS[tint].map(rgbOf);
  const sun = sunOf(light);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = y * size + x;
      const height = heights[at] as number;
      const isSea = seaLevel !== null && height < seaLevel;
      const color = isSea ? waterAt(1 - height / seaLevel) : colorAt(stops, landShare(height, seaLevel));
      const shade = isSea ? 1 : shadeAt(heights, size, x, y, sun);
      for (let channel = 0; channel < 3; channel += 1) {
        raster.data[at * 3 + channel] = toByte((color[channel] as number) * shade);
      }
    }
  }
  return raster;
}

/** Towards the sun; y runs south. */
function sunOf({ azimuth, altitude }: TerrainLook['light']): Rgb {
  const turn = (azimuth * Math.PI) / 180;
  const rise = (altitude * Math.PI) / 180;
  return [Math.sin(turn) * Math.cos(rise), -Math.cos(turn) * Math.cos(rise), Math.sin(rise)];
}

function shadeAt(heights: Float32Array, size: number, x: number, y: number, [sunX, sunY, sunZ]: Rgb): number {
  const west = heights[y * size + Math.max(0, x - 1)] as number;
  const east = heights[y * size + Math.min(size - 1, x + 1)] as number;
  const north = heights[Math.max(0, y - 1) * size + x] as number;
  const south = heights[Math.min(size - 1, y + 1) * size + x] as number;
  const steep = size * EXAGGERATION;
  const normalX = (west - east) * steep;
  const normalY = (north - south) * steep;
  const length = Math.sqrt(normalX * normalX + normalY * normalY + 1);
  const facing = (normalX * sunX + normalY * sunY + sunZ) / length;
  // Level ground has brightness 1, whatever the height of the sun.
  return AMBIENT + (1 - AMBIENT) * (Math.max(0, facing) / sunZ);
}

function landShare(height: number, seaLevel: number | null): number {
  return seaLevel === null ? height : (height - seaLevel) / (1 - seaLevel);
}

function colorAt(stops: readonly Rgb[], share: number): Rgb {
  const place = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(place));
  return between(stops[index] as Rgb, stops[index + 1] as Rgb, place - index);
}

function waterAt(depth: number): Rgb {
  return between(SHALLOW, DEEP, Math.min(1, Math.sqrt(Math.max(0, depth))));
}

function between(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}
