import { BLEND_MODES, DITHERS } from '../definitions/effects';
import { blend } from '../kernels/blend';
import { blur, sharpen } from '../kernels/gaussian';
import { invert } from '../kernels/geometry';
import { quantize } from '../kernels/quantize';
import type { Raster } from '../kernels/raster';
import { resize } from '../kernels/resize';
import type { NodeImplementation } from '../node-implementation';
import { image } from '../values';
import { eachFrame, mapFrames, pairFrames } from './each-frame';

const imageInvert: NodeImplementation = (inputs) => [image(mapFrames(inputs.image('image'), invert))];

const imageBlur: NodeImplementation = async (inputs, context) => {
  const [radius, sigma] = [inputs.int('blur_radius'), inputs.number('sigma')];
  return [image(await eachFrame(inputs.image('image'), context, (frame) => blur(frame, radius, sigma)))];
};

const imageSharpen: NodeImplementation = async (inputs, context) => {
  const [radius, sigma, alpha] = [inputs.int('sharpen_radius'), inputs.number('sigma'), inputs.number('alpha')];
  return [image(await eachFrame(inputs.image('image'), context, (frame) => sharpen(frame, radius, sigma, alpha)))];
};

const imageBlend: NodeImplementation = async (inputs, context) => {
  const first = inputs.image('image1');
  const [model] = first;
  const factor = inputs.number('blend_factor');
  const mode = inputs.choice('blend_mode', BLEND_MODES);
  const second = inputs.image('image2');
  const [other] = second;
  const sized =
    other.width === model.width && other.height === model.height
      ? second
      : await eachFrame(second, context, (frame) => resize(frame, model.width, model.height, 'bicubic', 'center'));
  const frames: Raster[] = [];
  for (const [a, b] of pairFrames(first, sized)) frames.push(await context.compute(blend(a, b, factor, mode)));
  return [image(frames)];
};

const imageQuantize: NodeImplementation = async (inputs, context) => {
  const [colors, dither] = [inputs.int('colors'), inputs.choice('dither', DITHERS)];
  return [image(await eachFrame(inputs.image('image'), context, (frame) => quantize(frame, colors, dither)))];
};

export const EFFECT_NODES: Readonly<Record<string, NodeImplementation>> = {
  ImageInvert: imageInvert,
  ImageBlur: imageBlur,
  ImageSharpen: imageSharpen,
  ImageBlend: imageBlend,
  ImageQuantize: imageQuantize,
};
