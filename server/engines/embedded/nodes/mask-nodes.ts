import { pickChannel } from '../kernels/channels';
import { composite } from '../kernels/composite';
import { invert } from '../kernels/geometry';
import { newRaster, toByte, type Raster } from '../kernels/raster';
import { resize } from '../kernels/resize';
import { NodeFailure } from '../node-failure';
import type { NodeContext, NodeImplementation } from '../node-implementation';
import { assertFits, image, mask } from '../values';
import { mapFrames } from './each-frame';

const CHANNELS = ['red', 'green', 'blue', 'alpha'] as const;

async function sized(frame: Raster, like: Raster, context: NodeContext): Promise<Raster> {
  if (frame.width === like.width && frame.height === like.height) return frame;
  return context.compute(resize(frame, like.width, like.height, 'bilinear'));
}

const imageCompositeMasked: NodeImplementation = async (inputs, context) => {
  const destinations = inputs.image('destination');
  const sources = inputs.image('source');
  const masks = inputs.has('mask') ? inputs.mask('mask') : [];
  const [x, y] = [inputs.int('x'), inputs.int('y')];
  const frames: Raster[] = [];
  for (const [index, destination] of destinations.entries()) {
    // A shorter batch repeats, as in ComfyUI.
    const given = sources[index % sources.length] ?? sources[0];
    const source = inputs.boolean('resize_source') ? await sized(given, destination, context) : given;
    const shape = masks[index % masks.length];
    frames.push(composite(destination, source, x, y, shape ? await sized(shape, source, context) : null));
    assertFits(destination.width, destination.height, frames.length);
    await context.yieldControl();
  }
  return [image(frames)];
};

const maskToImage: NodeImplementation = (inputs) => [image(mapFrames(inputs.mask('mask'), asGrey))];

function asGrey(shape: Raster): Raster {
  const out = newRaster(shape.width, shape.height, 3);
  for (const [pixel, value] of shape.data.entries()) out.data.fill(value, pixel * 3, pixel * 3 + 3);
  return out;
}

const imageToMask: NodeImplementation = (inputs) => {
  const channel = CHANNELS.indexOf(inputs.choice('channel', CHANNELS));
  if (channel === 3) {
    throw new NodeFailure('Images carry no alpha channel here; the second output of LoadImage is the mask');
  }
  return [mask(mapFrames(inputs.image('image'), (frame) => pickChannel(frame, channel)))];
};

const solidMask: NodeImplementation = (inputs) => {
  const [width, height] = [inputs.int('width'), inputs.int('height')];
  assertFits(width, height);
  const out = newRaster(width, height, 1);
  out.data.fill(toByte(inputs.number('value') * 255));
  return [mask([out])];
};

export const MASK_NODES: Readonly<Record<string, NodeImplementation>> = {
  ImageCompositeMasked: imageCompositeMasked,
  MaskToImage: maskToImage,
  ImageToMask: imageToMask,
  InvertMask: (inputs) => [mask(mapFrames(inputs.mask('mask'), invert))],
  SolidMask: solidMask,
};
