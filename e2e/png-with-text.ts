import { crc32 } from 'node:zlib';

const AFTER_HEADER = 33;

/** Returns the PNG with a `tEXt` chunk after its header, as ComfyUI saves it. */
export function pngWithText(png: Uint8Array, keyword: string, text: string): Buffer {
  const body = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(body.length - 4, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, AFTER_HEADER), frame, png.subarray(AFTER_HEADER)]);
}
