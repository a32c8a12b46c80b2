import { UPSCALE_METHODS } from '../definitions/define';
import { crop, flipHorizontally, flipVertically, rotate } from '../kernels/geometry';
import { padForOutpaint } from '../kernels/pad';
import { roundHalfEven, type Raster } from '../kernels/raster';
import { resize, scaledSize } from '../kernels/resize';
import type { NodeInputs } from '../node-inputs';
import type { NodeContext, NodeImplementation } from '../node-implementation';
import { assertFits, image, mask, type Frames, type NodeValue } from '../values';
import { eachFrame, mapFrames } from './each-frame';

const imageScale: NodeImplementation = async (inputs, context) => {
  const frames = inputs.image('image');
  const method = inputs.choice('upscale_method', UPSCALE_METHODS);
  const cropMode = inputs.choice('crop', ['disabled', 'center'] as const);
  const size = scaledSize(frames[0], inputs.int('width'), inputs.int('height'));
  if (!size) return [image(frames)];
  assertFits(size.width, size.height);
  return [image(await eachFrame(frames, context, (frame) => resize(frame, size.width, size.height, method, cropMode)))];
};

const imageScaleBy: NodeImplementation = (inputs, context) => scaleBy(inputs, context, () => inputs.number('scale_by'));

const MEGAPIXEL = 1024 * 1024;

const imageScaleToTotalPixels: NodeImplementation = (inputs, context) =>
  scaleBy(
    inputs,
    context,
    ({ width, height }) => Math.sqrt(Math.trunc(inputs.number('megapixels') * MEGAPIXEL) / (width * height)),
    inputs.has('resolution_steps') ? inputs.int('resolution_steps') : 1,
  );

async function scaleBy(
  inputs: NodeInputs,
  context: NodeContext,
  factorOf: (first: Raster) => number,
  multipleOf = 1,
): Promise<NodeValue[]> {
  const frames = inputs.image('image');
  const method = inputs.choice('upscale_method', UPSCALE_METHODS);
  const [first] = frames;
  const factor = factorOf(first);
  // ComfyUI fails for a side of 0; this uses at least one step.
  const side = (length: number) => Math.max(1, roundHalfEven((length * factor) / multipleOf)) * multipleOf;
  const width = side(first.width);
  const height = side(first.height);
  assertFits(width, height);
  return [image(await eachFrame(frames, context, (frame) => resize(frame, width, height, method)))];
}

const getImageSize: NodeImplementation = (inputs) => {
  const frames = inputs.image('image');
  const [first] = frames;
  return [first.width, first.height, frames.length].map((value) => ({ kind: 'literal', value }));
};

const imageCrop: NodeImplementation = (inputs) => {
  const [width, height, x, y] = [inputs.int('width'), inputs.int('height'), inputs.int('x'), inputs.int('y')];
  return [image(mapFrames(inputs.image('image'), (frame) => crop(frame, width, height, x, y)))];
};

const imageFlip: NodeImplementation = (inputs) => {
  const flip = inputs.text('flip_method').startsWith('x') ? flipVertically : flipHorizontally;
  return [image(mapFrames(inputs.image('image'), flip))];
};

const QUARTERS = ['none', '90 degrees', '180 degrees', '270 degrees'] as const;

const imageRotate: NodeImplementation = (inputs) => {
  const turns = QUARTERS.indexOf(inputs.choice('rotation', QUARTERS));
  return [image(mapFrames(inputs.image('image'), (frame) => rotate(frame, turns)))];
};

const imagePad: NodeImplementation = (inputs) => {
  const frames = inputs.image('image');
  const borders = {
    left: inputs.int('left'),
    top: inputs.int('top'),
    right: inputs.int('right'),
    bottom: inputs.int('bottom'),
  };
  const [first] = frames;
  assertFits(first.width + borders.left + borders.right, first.height + borders.top + borders.bottom);
  const feathering = inputs.int('feathering');
  const padded = padForOutpaint(first, borders, feathering);
  const rest = mapFrames(frames.slice(1), (frame) =>
    frame === first ? padded.image : padForOutpaint(frame, borders, feathering).image,
  );
  return [image([padded.image, ...rest]), mask([padded.mask])];
};

const imageBatch: NodeImplementation = async (inputs, context) => {
  const first = inputs.image('image1');
  return [image([...first, ...(await fitted(inputs.image('image2'), first[0], context))])];
};

/** Resizes the second batch to the size of the first. */
async function fitted(frames: Frames, model: Raster, context: NodeContext): Promise<readonly Raster[]> {
  const [first] = frames;
  if (first.width === model.width && first.height === model.height) return frames;
  return eachFrame(frames, context, (frame) => resize(frame, model.width, model.height, 'bilinear', 'center'));
}

export const TRANSFORM_NODES: Readonly<Record<string, NodeImplementation>> = {
  ImageScale: imageScale,
  ImageScaleBy: imageScaleBy,
  ImageScaleToTotalPixels: imageScaleToTotalPixels,
  GetImageSize: getImageSize,
  ImageCrop: imageCrop,
  ImageFlip: imageFlip,
  ImageRotate: imageRotate,
  ImagePadForOutpaint: imagePad,
  ImageBatch: imageBatch,
};
