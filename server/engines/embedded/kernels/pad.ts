import { newRaster, toByte, type Raster } from './raster';

export interface Borders {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** ComfyUI fills with 0.5, which its SaveImage saves as 127. */
const GREY = 127;

/**
 * Returns the image with gray borders, and the mask: 255 on the borders, and inside, along padded edges only,
 * `((feathering - distance) / feathering)²`. Feathering of half the image or more is not applied.
 */
export function padForOutpaint(image: Raster, borders: Borders, feathering: number): { image: Raster; mask: Raster } {
  const width = image.width + borders.left + borders.right;
  const height = image.height + borders.top + borders.bottom;
  const padded = newRaster(width, height, image.channels);
  const mask = newRaster(width, height, 1);
  padded.data.fill(GREY);
  mask.data.fill(255);
  const stride = image.width * image.channels;
  const isFeathered = feathering > 0 && feathering * 2 < image.height && feathering * 2 < image.width;
  for (let y = 0; y < image.height; y += 1) {
    const to = (y + borders.top) * width + borders.left;
    padded.data.set(image.data.subarray(y * stride, (y + 1) * stride), to * image.channels);
    mask.data.fill(0, to, to + image.width);
    if (isFeathered) featherRow(mask.data.subarray(to, to + image.width), y, image, borders, feathering);
  }
  return { image: padded, mask };
}

function featherRow(row: Uint8Array, y: number, image: Raster, borders: Borders, feathering: number): void {
  const fromTop = borders.top > 0 ? y : image.height;
  const fromBottom = borders.bottom > 0 ? image.height - y : image.height;
  for (let x = 0; x < image.width; x += 1) {
    const fromLeft = borders.left > 0 ? x : image.width;
    const fromRight = borders.right > 0 ? image.width - x : image.width;
    const distance = Math.min(fromTop, fromBottom, fromLeft, fromRight);
    if (distance < feathering) row[x] = toByte(((feathering - distance) / feathering) ** 2 * 255);
  }
}
