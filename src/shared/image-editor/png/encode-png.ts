import { crc32, filterRow } from '../pixels/png-rows';

interface PngSource {
  width: number;
  height: number;
  channels: 3 | 4;
  /** Returns at most `count` rows from `top`, without padding. */
  readRows: (top: number, count: number) => Uint8Array;
}

/** Rows that are read at once: few enough that a band of a wide image has some megabytes. */
const BAND_PIXELS = 1024 * 1024;

/**
 * Encodes PNG with 8 bits per channel. A canvas would not do: it stores colors multiplied by alpha, so that those under fully
 * transparent pixels are lost, and ComfyUI reads them. Only one band of rows is in memory, beside the file itself.
 */
export async function encodePng({ width, height, channels, readRows }: PngSource): Promise<Blob> {
  const parts: BlobPart[] = [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)];
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8);
  parts.push(chunk('IHDR', header));
  const { readable, writable } = new CompressionStream('deflate');
  const packing = collect(readable, (packed) => parts.push(chunk('IDAT', packed)));
  const writer = writable.getWriter();
  const rowBytes = width * channels;
  let above = new Uint8Array(rowBytes);
  const bandRows = Math.max(1, Math.floor(BAND_PIXELS / width));
  for (let top = 0; top < height; top += bandRows) {
    const count = Math.min(bandRows, height - top);
    const rows = readRows(top, count);
    const filtered = new Uint8Array(count * (rowBytes + 1));
    for (let row = 0; row < count; row += 1) {
      const pixels = rows.subarray(row * rowBytes, (row + 1) * rowBytes);
      filterRow(pixels, above, channels, filtered.subarray(row * (rowBytes + 1), (row + 1) * (rowBytes + 1)));
      above = pixels.slice();
    }
    await writer.ready;
    await writer.write(filtered);
  }
  await writer.close();
  await packing;
  parts.push(chunk('IEND', new Uint8Array(0)));
  return new Blob(parts, { type: 'image/png' });
}

async function collect(stream: ReadableStream<Uint8Array<ArrayBuffer>>, take: (part: Uint8Array) => void) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(12 + data.byteLength);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.byteLength);
  whole.set(new TextEncoder().encode(type), 4);
  whole.set(data, 8);
  view.setUint32(8 + data.byteLength, crc32(whole.subarray(4, 8 + data.byteLength)));
  return whole;
}
