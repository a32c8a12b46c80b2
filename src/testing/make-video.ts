/**
 * A film in WebM, made at once and not recorded, so that no test waits for its clock: each frame is the VP8 key frame that
 * a picture in WebP is made of. It counts its frames in grey.
 */
export async function videoOf(seconds: number, { width = 160, height = 90, fps = 10, hue = 200 } = {}): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser draws nothing');
  const count = Math.round(seconds * fps);
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for (let frame = 0; frame < count; frame += 1) {
    context.fillStyle = `hsl(${hue} 60% ${20 + (60 * frame) / count}%)`;
    context.fillRect(0, 0, width, height);
    context.fillStyle = 'white';
    context.font = `${height / 3}px sans-serif`;
    context.fillText(String(frame), width / 3, height / 1.6);
    const image = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
    const ms = Math.round((frame * 1000) / fps);
    blocks.push(element(0xa3, [0x81, ms >> 8, ms & 0xff, 0x80], keyFrameOf(new Uint8Array(await image.arrayBuffer()))));
  }
  const info = element(0x1549a966, element(0x2ad7b1, number(1_000_000)), element(0x4489, float(seconds * 1000)));
  const video = element(0xe0, element(0xb0, number(width)), element(0xba, number(height)));
  const track = [element(0xd7, [1]), element(0x73c5, [1]), element(0x83, [1]), element(0x86, text('V_VP8')), video];
  const tracks = element(0x1654ae6b, element(0xae, ...track));
  const cuesAt = (position: number) =>
    element(
      0x1c53bb6b,
      element(0xbb, element(0xb3, [0]), element(0xb7, element(0xf7, [1]), element(0xf1, number(position)))),
    );
  const cues = cuesAt(info.length + tracks.length + cuesAt(0).length);
  const cluster = element(0x1f43b675, element(0xe7, [0]), ...blocks);
  const head = element(0x1a45dfa3, element(0x4282, text('webm')), element(0x4287, [2]), element(0x4285, [2]));
  return new Blob([head, element(0x18538067, info, tracks, cues, cluster)], { type: 'video/webm' });
}

type Part = Uint8Array<ArrayBuffer> | readonly number[];

/** An element of EBML: its id, the length of its content in eight bytes, its content. */
function element(id: number, ...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const idBytes = [24, 16, 8, 0]
    .map((shift) => (id >>> shift) & 0xff)
    .filter((byte, at, all) => byte > 0 || all[at - 1]);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const lengthBytes = [0x01, 0, 0, 0, ...number(length)];
  const whole = new Uint8Array(idBytes.length + lengthBytes.length + length);
  let at = 0;
  for (const part of [idBytes, lengthBytes, ...parts]) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function number(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

function float(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

function text(value: string): readonly number[] {
  return [...new TextEncoder().encode(value)];
}

function keyFrameOf(webp: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(webp.buffer);
  for (let at = 12; at < webp.length;) {
    const length = view.getUint32(at + 4, true);
    if (view.getUint32(at) === 0x56503820) return webp.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  throw new Error('The picture is no lossy WebP');
}
