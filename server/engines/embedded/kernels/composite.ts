import { toByte, type Raster } from './raster';

/**
 * Draws `source` onto a copy of `destination` with its corner at x, y. `mask` has the size of the source: 255 shows the
 * source, 0 the destination; `null` shows the whole source. Tolerance against ComfyUI: 1 of 255.
 */
export function composite(destination: Raster, source: Raster, x: number, y: number, mask: Raster | null): Raster {
  const { channels } = destination;
  // Copied explicitly: `Buffer.slice` shares its bytes, and cached values must not change.
  const out: Raster = { ...destination, data: new Uint8Array(destination.data) };
  const width = Math.min(source.width, destination.width - x);
  const height = Math.min(source.height, destination.height - y);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const share = mask ? mask.data[row * mask.width + column] / 255 : 1;
      const from = (row * source.width + column) * channels;
      const to = ((y + row) * destination.width + x + column) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        const under = out.data[to + channel];
        out.data[to + channel] = toByte(under + share * (source.data[from + channel] - under));
      }
    }
  }
  return out;
}
