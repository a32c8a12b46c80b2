import type { Mask } from './mask';
import { eachSample, type Sampling } from './sample-mask';

/** How the painted area of a mask is written: white on black, black on white, or as the transparency of the image. */
export type MaskOutput = 'white' | 'black' | 'transparent';

/** Copies a mask to rows of a gray PNG with three channels. */
export function packMaskRows(
  mask: Mask,
  output: Exclude<MaskOutput, 'transparent'>,
  sampling: Sampling,
  width: number,
  height: number,
): Uint8Array {
  const packed = new Uint8Array(width * height * 3).fill(output === 'white' ? 0 : 255);
  eachSample(mask, sampling, width, height, (pixel, value) => {
    packed.fill(output === 'white' ? value : 255 - value, pixel * 3, pixel * 3 + 3);
  });
  return packed;
}
