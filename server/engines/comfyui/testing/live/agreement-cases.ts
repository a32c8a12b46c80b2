import { assetReference } from '@contract/workflow/asset-references';

type Nodes = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

export interface AgreementCase {
  /** Class and the inputs that are set. */
  name: string;
  graph: Nodes;
  /** Maximum difference of a byte; `null` if only the mean is checked. */
  maxDifference: number | null;
  meanDifference: number;
  /** Input that older versions of ComfyUI lack; the case is skipped without it. */
  needs?: { classType: string; input: string };
  /** Number of colors. The engines choose colors differently, so only their number and their distance to the image are checked. */
  colors?: number;
}

/** Images of the cases: `photo` is 97 × 61, `other` 61 × 97, `cutout` 64 × 48 with alpha. */
export const IMAGES = ['photo', 'other', 'cutout'] as const;

const load = (image: (typeof IMAGES)[number]): Nodes[string] => ({
  class_type: 'LoadImage',
  inputs: { image: assetReference({ id: image }) },
});

/** Builds a case with one node on the photo, saved. `extra` are its further source nodes, besides `photo` (1) and `other` (2). */
function on(
  name: string,
  node: Nodes[string],
  {
    slot = 0,
    extra = {},
    max = 1,
    mean = 0.75,
  }: { slot?: number; extra?: Nodes; max?: number | null; mean?: number } = {},
): AgreementCase {
  const used = JSON.stringify([node, extra]);
  const graph: Nodes = {
    ...(used.includes('["1",') ? { '1': load('photo') } : {}),
    ...(used.includes('["2",') ? { '2': load('other') } : {}),
    ...extra,
    '5': node,
    '9': { class_type: 'SaveImage', inputs: { images: ['5', slot], filename_prefix: 'agreement/case' } },
  };
  return { name, graph, maxDifference: max, meanDifference: mean };
}

const image = (class_type: string, inputs: Record<string, unknown>): Nodes[string] => ({
  class_type,
  inputs: { image: ['1', 0], ...inputs },
});

/** Builds a case for a mask, which must be converted to an image before saving. */
function mask(name: string, source: Nodes[string], slot: number, extra: Nodes = {}): AgreementCase {
  const shown = { class_type: 'MaskToImage', inputs: { mask: ['4', slot] } };
  return on(name, shown, { extra: { ...extra, '4': source } });
}

const METHODS = ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'];
const MODES = ['normal', 'multiply', 'screen', 'overlay', 'soft_light', 'difference'];

export const CASES: readonly AgreementCase[] = [
  on('LoadImage', image('ImageCrop', { width: 97, height: 61, x: 0, y: 0 }), { max: 0, mean: 0 }),
  mask('LoadImage, mask of alpha', load('cutout'), 1),
  on('ImageInvert', image('ImageInvert', {})),
  ...[
    [1, 0.3],
    [1, 1],
    [6, 0.4],
    [6, 2.4],
    [31, 10],
  ].map(([radius, sigma]) => on(`ImageBlur ${radius}, ${sigma}`, image('ImageBlur', { blur_radius: radius, sigma }))),
  ...[
    [1, 1, 1],
    [5, 0.5, 0.1],
    [31, 2, 5],
  ].map(([radius, sigma, alpha]) =>
    on(`ImageSharpen ${radius}, ${sigma}, ${alpha}`, image('ImageSharpen', { sharpen_radius: radius, sigma, alpha })),
  ),
  ...MODES.flatMap((blend_mode) => [
    ...[0.3, 1].map((blend_factor) =>
      on(
        `ImageBlend ${blend_mode}, ${blend_factor}`,
        { class_type: 'ImageBlend', inputs: { image1: ['1', 0], image2: ['6', 0], blend_factor, blend_mode } },
        { extra: { '6': image('ImageRotate', { rotation: '180 degrees' }) } },
      ),
    ),
    // The second image is resized there with values beyond the range, which bytes cannot represent: a few pixels at hard edges
    // differ by more.
    on(
      `ImageBlend ${blend_mode}, of another size`,
      { class_type: 'ImageBlend', inputs: { image1: ['1', 0], image2: ['2', 0], blend_factor: 0.5, blend_mode } },
      { max: 30, mean: 1.1 },
    ),
  ]),
  ...METHODS.flatMap((method) => [
    ...[
      [150, 200, 'disabled'],
      [40, 20, 'disabled'],
      [64, 64, 'center'],
      [0, 30, 'disabled'],
    ].map(([width, height, crop]) =>
      on(
        `ImageScale ${method}, ${width} x ${height}, ${crop}`,
        image('ImageScale', { upscale_method: method, width, height, crop }),
      ),
    ),
    on(`ImageScaleBy ${method}, 1.5`, image('ImageScaleBy', { upscale_method: method, scale_by: 1.5 })),
    on(
      `ImageScaleToTotalPixels ${method}, 0.02`,
      // Older versions ignore the steps; newer ones reject a graph without them.
      image('ImageScaleToTotalPixels', { upscale_method: method, megapixels: 0.02, resolution_steps: 1 }),
    ),
  ]),
  ...[8, 64].map((resolution_steps) => ({
    ...on(
      `ImageScaleToTotalPixels, in steps of ${resolution_steps}`,
      image('ImageScaleToTotalPixels', { upscale_method: 'bilinear', megapixels: 0.02, resolution_steps }),
    ),
    needs: { classType: 'ImageScaleToTotalPixels', input: 'resolution_steps' },
  })),
  on('ImageCrop inside', image('ImageCrop', { width: 30, height: 20, x: 11, y: 7 }), { max: 0, mean: 0 }),
  on('ImageCrop over the edge', image('ImageCrop', { width: 300, height: 20, x: 90, y: 70 }), { max: 0, mean: 0 }),
  ...['x-axis: vertically', 'y-axis: horizontally'].map((flip_method) =>
    on(`ImageFlip ${flip_method}`, image('ImageFlip', { flip_method }), { max: 0, mean: 0 }),
  ),
  ...['none', '90 degrees', '180 degrees', '270 degrees'].map((rotation) =>
    on(`ImageRotate ${rotation}`, image('ImageRotate', { rotation }), { max: 0, mean: 0 }),
  ),
  on('ImagePadForOutpaint', image('ImagePadForOutpaint', { left: 8, top: 16, right: 0, bottom: 24, feathering: 10 })),
  mask(
    'ImagePadForOutpaint, mask',
    image('ImagePadForOutpaint', { left: 8, top: 16, right: 0, bottom: 24, feathering: 10 }),
    1,
    { '1': load('photo') },
  ),
  mask(
    'ImagePadForOutpaint, mask without feathering',
    image('ImagePadForOutpaint', { left: 8, top: 0, right: 8, bottom: 0, feathering: 0 }),
    1,
    { '1': load('photo') },
  ),
  on('ImageBatch', { class_type: 'ImageBatch', inputs: { image1: ['1', 0], image2: ['2', 0] } }),
  on('ImageCompositeMasked', {
    class_type: 'ImageCompositeMasked',
    inputs: { destination: ['1', 0], source: ['2', 0], x: 20, y: 10, resize_source: false },
  }),
  on(
    'ImageCompositeMasked, with a mask',
    {
      class_type: 'ImageCompositeMasked',
      inputs: { destination: ['1', 0], source: ['2', 0], x: 0, y: 0, resize_source: true, mask: ['6', 0] },
    },
    { extra: { '6': { class_type: 'ImageToMask', inputs: { image: ['1', 0], channel: 'green' } } } },
  ),
  ...['red', 'green', 'blue'].map((channel) =>
    mask(`ImageToMask ${channel}`, image('ImageToMask', { channel }), 0, { '1': load('photo') }),
  ),
  mask('InvertMask', { class_type: 'InvertMask', inputs: { mask: ['6', 1] } }, 0, { '6': load('cutout') }),
  mask('SolidMask 0.37', { class_type: 'SolidMask', inputs: { value: 0.37, width: 20, height: 10 } }, 0),
  on(
    'EmptyImage',
    { class_type: 'EmptyImage', inputs: { width: 20, height: 10, batch_size: 2, color: 16_052_714 } },
    { max: 0, mean: 0 },
  ),
  ...['none', 'floyd-steinberg', 'bayer-2', 'bayer-4', 'bayer-8', 'bayer-16'].map((dither) => ({
    ...on(`ImageQuantize 8, ${dither}`, image('ImageQuantize', { colors: 8, dither }), { max: null, mean: 30 }),
    colors: 8,
  })),
  ...['none', 'floyd-steinberg', 'bayer-4'].map((dither) =>
    on(
      `ImageQuantize of few colors, ${dither}`,
      { class_type: 'ImageQuantize', inputs: { image: ['6', 0], colors: 16, dither } },
      {
        extra: {
          '6': { class_type: 'EmptyImage', inputs: { width: 32, height: 16, batch_size: 1, color: 7_829_367 } },
        },
      },
    ),
  ),
];
