/** One byte per pixel of the image: 0 is unmasked, 255 is masked. */
export interface Mask {
  width: number;
  height: number;
  data: Uint8Array<ArrayBuffer>;
}

export function newMask(width: number, height: number): Mask {
  return { width, height, data: new Uint8Array(width * height) };
}

export function isEmptyMask({ data }: Mask): boolean {
  for (let index = 0; index < data.length; index += 1) if (data[index] !== 0) return false;
  return true;
}

export function invertMask({ data }: Mask): void {
  for (let index = 0; index < data.length; index += 1) data[index] = 255 - data[index];
}

/**
 * Moves the alpha channel of an image into a mask, and makes the image opaque. Returns `null` if it was opaque before.
 * ComfyUI's `LoadImage` reads the same: its mask is 1 - alpha.
 */
export function takeAlpha(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): Mask | null {
  let mask: Mask | null = null;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const alpha = rgba[pixel * 4 + 3];
    if (alpha === 255) continue;
    mask ??= newMask(width, height);
    mask.data[pixel] = 255 - alpha;
    rgba[pixel * 4 + 3] = 255;
  }
  return mask;
}
