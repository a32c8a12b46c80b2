import { IMAGE_HEAD_BYTES, readImageSize, type ImageSize } from '@/lib/files/image-size';
import { t } from '@/lib/i18n/messages';
import { onPageMessage } from '@/lib/i18n/worker-language';
import type { ImageEditReply, ImageEditRequest } from './image-edit-protocol';
import { samplingOf, sourceBox, transformOf, type Frame } from './orientation';
import { isEmptyMask, newMask, takeAlpha, type Mask } from './pixels/mask';
import { packMaskRows } from './pixels/pack-mask';
import { packRows } from './pixels/sample-mask';
import { decodeRgbaPng } from './png/decode-png';
import { encodePng } from './png/encode-png';

/** Decoded, such an image takes 256 MiB, and its mask 64 MiB. */
const MAX_PIXELS = 8192 * 8192;
/** Above it a canvas of some browsers has no pixels. */
const MAX_SIDE = 16_384;
const MAX_BYTES = 256 * 1024 * 1024;

class EditProblem extends Error {}

onPageMessage<ImageEditRequest>((request) => {
  answer(request).then(
    (reply) => self.postMessage(reply, reply.kind === 'opened' ? transferable(reply) : []),
    (error: unknown) => self.postMessage({ kind: 'failed', message: messageOf(error) } satisfies ImageEditReply),
  );
});

function transferable({ image, mask }: { image: ImageBitmap; mask: Mask | null }): Transferable[] {
  return mask ? [image, mask.data.buffer] : [image];
}

function messageOf(error: unknown): string {
  if (error instanceof EditProblem) return error.message;
  if (error instanceof RangeError)
    return t('The image does not fit into the memory of this page. Make it smaller first.');
  return t('The browser cannot decode this image. The file is unchanged; choose a PNG, JPEG or WebP image to edit it.');
}

async function answer(request: ImageEditRequest): Promise<ImageEditReply> {
  return request.kind === 'open' ? open(request.file, request.mask) : save(request);
}

async function open(file: Blob, packedMask: Blob | null): Promise<ImageEditReply> {
  const head = new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer());
  const known = readImageSize(head);
  if (known) assertSize(known);
  if (file.size > MAX_BYTES) throw new EditProblem(t('The file is larger than 256 MiB. Make it smaller first.'));
  const exact = await decodeRgbaPng(file, MAX_PIXELS);
  const opened = exact
    ? { mask: takeAlpha(exact.data, exact.width, exact.height), image: await bitmapOf(exact) }
    : await openAny(file, head);
  const { width, height } = opened.image;
  const stored = packedMask && (await unpackMask(packedMask, width, height));
  return { kind: 'opened', image: opened.image, mask: stored ?? opened.mask };
}

function assertSize({ width, height }: ImageSize): void {
  if (width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return;
  throw new EditProblem(
    t('The image has {width} × {height} pixels. The editor opens at most 8192 × 8192; make the image smaller first.', {
      width,
      height,
    }),
  );
}

function bitmapOf({ data, width, height }: { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }) {
  return createImageBitmap(new ImageData(data, width, height));
}

/** Opens what the browser decodes. Transparent pixels of these formats have no color: they become black. */
async function openAny(file: Blob, head: Uint8Array): Promise<{ image: ImageBitmap; mask: Mask | null }> {
  const image = await createImageBitmap(file);
  assertSize(image);
  const isJpeg = head[0] === 0xff && head[1] === 0xd8;
  if (isJpeg) return { image, mask: null };
  const { width, height } = image;
  const context = canvasOf(width, height);
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, width, height);
  const mask = takeAlpha(pixels.data, width, height);
  if (mask === null) return { image, mask };
  image.close();
  return { image: await createImageBitmap(pixels), mask };
}

type SaveRequest = Extract<ImageEditRequest, { kind: 'save' }>;

async function save({ image, mask, frame, output }: SaveRequest): Promise<ImageEditReply> {
  const { width, height } = frame.crop;
  let used = mask && !isEmptyMask(mask) ? mask : null;
  // A mask is written even if nothing is painted.
  if (output !== 'image') used ??= newMask(image.width, image.height);
  const file = await encodePng(
    used && (output === 'white' || output === 'black')
      ? { width, height, channels: 3, readRows: maskRowsOf(image, used, frame, output) }
      : { width, height, channels: used ? 4 : 3, readRows: rowsOf(image, used, frame) },
  );
  return { kind: 'saved', file, mask: mask && (await packMask(mask)) };
}

function rowsOf(image: ImageBitmap, mask: Mask | null, { orientation, crop }: Frame) {
  const transform = transformOf(image, orientation);
  let canvas: OffscreenCanvasRenderingContext2D | null = null;
  return (top: number, count: number): Uint8Array => {
    canvas ??= canvasOf(crop.width, count);
    canvas.setTransform(1, 0, 0, 1, -crop.x, -crop.y - top);
    canvas.transform(...transform);
    const { x, y, width, height } = sourceBox(image, orientation, { ...crop, y: crop.y + top, height: count });
    // Drawn as a whole, the image would be converted for every band.
    canvas.drawImage(image, x, y, width, height, x, y, width, height);
    const { data } = canvas.getImageData(0, 0, crop.width, count);
    const sampling = samplingOf(image, orientation, { x: crop.x, y: crop.y + top }, 1);
    return packRows(data, mask, sampling, crop.width);
  };
}

function maskRowsOf(image: ImageBitmap, mask: Mask, { orientation, crop }: Frame, output: 'white' | 'black') {
  return (top: number, count: number): Uint8Array => {
    const sampling = samplingOf(image, orientation, { x: crop.x, y: crop.y + top }, 1);
    return packMaskRows(mask, output, sampling, crop.width, count);
  };
}

function canvasOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  // Read back at once: a canvas of the graphics card would be copied.
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context)
    throw new EditProblem(t('This browser cannot edit images: it has no canvas for pages in the background.'));
  context.imageSmoothingEnabled = false;
  return context;
}

async function packMask({ data }: Mask): Promise<Blob> {
  return new Response(new Blob([data]).stream().pipeThrough(new CompressionStream('deflate-raw'))).blob();
}

/** @returns `null` if it does not belong to an image of this size */
async function unpackMask(packed: Blob, width: number, height: number): Promise<Mask | null> {
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  return data.byteLength === width * height ? { width, height, data } : null;
}
