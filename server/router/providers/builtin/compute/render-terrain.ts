import { newRaster, toByte, type Raster } from '../../../../engines/embedded/kernels/raster';
import { rgbOf, type Rgb } from './colors';

export interface TerrainStyle {
  light: { azimuth: number; altitude: number };
  tint: 'terrain' | 'snow' | 'desert' | 'grey';
  /** Sea level as a share of the height; `null` for no sea. */
  seaLevel: number | null;
}

/** Evenly spaced colors from the lowest to the highest land. */
const TINTS: Readonly<Record<TerrainStyle['tint'], readonly string[]>> = {
  terrain: ['#4f6b3f', '#6f8450', '#98935f', '#a98e68', '#8d7b68', '#b3aca3', '#f2f0ec'],
  snow: ['#4c5a63', '#6a7881', '#93a1aa', '#c2ccd2', '#e8edf0', '#ffffff'],
  desert: ['#8a4f2f', '#b06a3b', '#cf8f55', '#dfae75', '#e8c796', '#f3e2c0'],
  grey: ['#4a4a4c', '#6f6f71', '#97979a', '#bcbcbe', '#dededf', '#f6f6f7'],
};
const SHALLOW = rgbOf('#3f8fa3');
const DEEP = rgbOf('#12344f');
/** Vertical exaggeration, so that valleys are visible. */
const EXAGGERATION = 0.22;
const AMBIENT = 0.34;

/** Renders a relief map: color by height, shading by slope. */
export function renderTerrain(heights: Float32Array, size: number, { light, tint, seaLevel }: TerrainStyle): Raster {
  const raster = newRaster(size, size, 3);
  const stops = TINTS[tint].map(rgbOf);
  const sun = sunOf(light);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = y * size + x;
      const height = heights[at];
      const isSea = seaLevel !== null && height < seaLevel;
      const color = isSea ? waterAt(1 - height / seaLevel) : colorAt(stops, landShare(height, seaLevel));
      const shade = isSea ? 1 : shadeAt(heights, size, x, y, sun);
      for (let channel = 0; channel < 3; channel += 1) {
        raster.data[at * 3 + channel] = toByte(color[channel] * shade);
      }
    }
  }
  return raster;
}

/** Returns the vector towards the sun; y points south. */
function sunOf({ azimuth, altitude }: TerrainStyle['light']): Rgb {
  const turn = (azimuth * Math.PI) / 180;
  const rise = (altitude * Math.PI) / 180;
  return [Math.sin(turn) * Math.cos(rise), -Math.cos(turn) * Math.cos(rise), Math.sin(rise)];
}

function shadeAt(heights: Float32Array, size: number, x: number, y: number, [sunX, sunY, sunZ]: Rgb): number {
  const west = heights[y * size + Math.max(0, x - 1)];
  const east = heights[y * size + Math.min(size - 1, x + 1)];
  const north = heights[Math.max(0, y - 1) * size + x];
  const south = heights[Math.min(size - 1, y + 1) * size + x];
  const steep = size * EXAGGERATION;
  const normalX = (west - east) * steep;
  const normalY = (north - south) * steep;
  const length = Math.sqrt(normalX * normalX + normalY * normalY + 1);
  const facing = (normalX * sunX + normalY * sunY + sunZ) / length;
  // Level ground has brightness 1 at any sun altitude.
  return AMBIENT + (1 - AMBIENT) * (Math.max(0, facing) / sunZ);
}

function landShare(height: number, seaLevel: number | null): number {
  return seaLevel === null ? height : (height - seaLevel) / (1 - seaLevel);
}

function colorAt(stops: readonly Rgb[], share: number): Rgb {
  const position = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(position));
  return between(stops[index], stops[index + 1], position - index);
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
