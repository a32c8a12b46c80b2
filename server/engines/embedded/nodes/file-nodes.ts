import type { JsonValue } from '@contract/json/lossless';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { decodeImage } from '../files/decode-image';
import { encodeAnimation, encodePng, SAVED_LEVEL, SHOWN_LEVEL } from '../files/encode-image';
import { sha256OfText } from '../../../sha256-of-text';
import { safeName } from '../../safe-name';
import { countedName, expandPrefix } from '../files/file-names';
import { pickChannel, plainFrame } from '../kernels/channels';
import { invert } from '../kernels/geometry';
import { newRaster, type Raster } from '../kernels/raster';
import { NodeFailure } from '../node-failure';
import type { AssetSource, NodeContext, NodeImplementation } from '../node-implementation';
import { assertFits, image, mask } from '../values';

/** Side of ComfyUI's mask for an image without transparency. */
const NO_MASK_SIDE = 64;

function imageOf(value: JsonValue, context: NodeContext): AssetSource {
  if (!isAssetReference(value)) {
    const name = typeof value === 'string' ? value : '';
    if (name === '') throw new NodeFailure('No image was chosen');
    throw new NodeFailure(`File ${name} not found. Drop the image on this input to upload it`);
  }
  const id = assetIdOf(value);
  const source = id === null ? null : context.asset(id);
  if (!source) throw new NodeFailure(`The image ${id ?? 'of this input'} no longer exists; upload it again`);
  return source;
}

const loadImage: NodeImplementation = async (inputs, context) => {
  const { frames, alphas } = await decodeImage(imageOf(inputs.literal('image'), context));
  const masks = alphas.length > 0 ? alphas.map(invert) : frames.map(() => newRaster(NO_MASK_SIDE, NO_MASK_SIDE, 1));
  return [image(frames), mask(masks)];
};

const loadImageMask: NodeImplementation = async (inputs, context) => {
  const { frames, alphas } = await decodeImage(imageOf(inputs.literal('image'), context));
  const channel = inputs.choice('channel', ['alpha', 'red', 'green', 'blue'] as const);
  const [frame] = frames;
  const [alpha] = alphas;
  if (!frame) throw new NodeFailure('The image has no frames');
  if (channel === 'alpha') return [mask([alpha ? invert(alpha) : newRaster(frame.width, frame.height, 1)])];
  return [mask([pickChannel(frame, ['red', 'green', 'blue'].indexOf(channel))])];
};

async function saveAll(frames: readonly Raster[], prefix: string, level: number, context: NodeContext): Promise<void> {
  for (const [index, frame] of frames.entries()) {
    await context.yieldControl();
    const name = safeName(prefix.replaceAll('%batch_num%', String(index)));
    const bytes = await encodePng(frame, context.workflowText, level);
    await context.save({
      name: countedName(name, context.count(name), 'png'),
      type: 'image',
      contentType: 'image/png',
      bytes,
    });
  }
}

const saveImage: NodeImplementation = async (inputs, context) => {
  const frames = inputs.image('images');
  const { graph, startedAt } = context;
  const { width, height } = frames[0];
  const prefix = expandPrefix(inputs.text('filename_prefix'), { width, height, startedAt, graph });
  await saveAll(frames, prefix, SAVED_LEVEL, context);
  return [];
};

const previewImage: NodeImplementation = async (inputs, context) => {
  await saveAll(inputs.image('images'), `ComfyUI_temp_${temporaryMark(context)}`, SHOWN_LEVEL, context);
  return [];
};

const WEBP_EFFORTS = { default: 4, fastest: 0, slowest: 6 } as const;
/** libwebp's maximum for a side; a strip of frames may be longer. */
const MAX_WEBP_SIDE = 16_383;

const saveAnimatedWebp: NodeImplementation = async (inputs, context) => {
  const frames = inputs.image('images');
  const [first] = frames;
  const { width, height } = first;
  if (width > MAX_WEBP_SIDE || height > MAX_WEBP_SIDE) {
    throw new NodeFailure(`WebP holds at most ${MAX_WEBP_SIDE} pixels a side; these images have ${width} × ${height}`);
  }
  assertFits(width, height, frames.length);
  const { graph, startedAt } = context;
  const name = safeName(expandPrefix(inputs.text('filename_prefix'), { width, height, startedAt, graph }));
  const bytes = await encodeAnimation(frames, context.workflowText, {
    fps: inputs.number('fps'),
    lossless: inputs.boolean('lossless'),
    quality: Math.max(1, inputs.int('quality')),
    effort: WEBP_EFFORTS[inputs.choice('method', ['default', 'fastest', 'slowest'] as const)],
  });
  await context.save({
    name: countedName(name, context.count(`${name}.webp`), 'webp'),
    type: 'image',
    contentType: 'image/webp',
    bytes,
  });
  return [];
};

/** Returns five letters like ComfyUI, but a job that reruns after a crash gets the same file names. */
function temporaryMark(context: NodeContext): string {
  const hash = sha256OfText(`${context.jobId}:${context.node.id}`);
  const bytes = [0, 2, 4, 6, 8].map((at) => Number.parseInt(hash.slice(at, at + 2), 16));
  return bytes.map((byte) => String.fromCodePoint(97 + (byte % 26))).join('');
}

const emptyImage: NodeImplementation = (inputs) => {
  const [width, height, count] = [inputs.int('width'), inputs.int('height'), inputs.int('batch_size')];
  const color = inputs.int('color');
  assertFits(width, height);
  const frame = plainFrame(width, height, color);
  // Equal frames share one raster; each node that reads them limits the size of its own result.
  return [image(Array.from({ length: count }, () => frame))];
};

export const FILE_NODES: Readonly<Record<string, NodeImplementation>> = {
  LoadImage: loadImage,
  LoadImageMask: loadImageMask,
  SaveImage: saveImage,
  PreviewImage: previewImage,
  SaveAnimatedWEBP: saveAnimatedWebp,
  EmptyImage: emptyImage,
};
