import { choice, define, IMAGE, int, float, MAX_SIDE, UPSCALE_METHODS } from './define';

const method = choice(UPSCALE_METHODS, { tooltip: 'Interpolation of new pixels; lanczos preserves the most detail' });
const side = (tooltip: string) => int({ default: 512, min: 0, max: MAX_SIDE, step: 1, tooltip });
const border = (edge: string) => int({ default: 0, min: 0, max: MAX_SIDE, step: 8, tooltip: `Pixels to add ${edge}` });

/** Classes that move pixels but do not change their colors. */
export const TRANSFORM_CLASSES = [
  define({
    name: 'ImageScale',
    title: 'Scale image',
    category: 'image/upscaling',
    description: 'Resizes to a width and height.',
    required: {
      image: IMAGE,
      upscale_method: method,
      width: side('Pixels; 0 follows the height'),
      height: side('Pixels; 0 follows the width'),
      crop: choice(['disabled', 'center'], { tooltip: 'center crops the edges if the aspect ratios differ' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageScaleBy',
    title: 'Scale image by',
    category: 'image/upscaling',
    description: 'Resizes both sides by one factor.',
    required: {
      image: IMAGE,
      upscale_method: method,
      scale_by: float({ default: 1, min: 0.01, max: 8, step: 0.01, tooltip: '2 doubles both sides' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageScaleToTotalPixels',
    title: 'Scale image to megapixels',
    category: 'image/upscaling',
    description: 'Resizes to a number of pixels and preserves the aspect ratio.',
    required: {
      image: IMAGE,
      upscale_method: method,
      megapixels: float({ default: 1, min: 0.01, max: 16, step: 0.01, tooltip: 'One is 1024 × 1024 pixels' }),
    },
    // Required by newer versions of ComfyUI, unknown to older ones.
    optional: {
      resolution_steps: int({ default: 1, min: 1, max: 256, tooltip: 'Both sides become multiples of this' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'GetImageSize',
    title: 'Size of image',
    category: 'image',
    description: 'Returns width, height and number of images.',
    required: { image: IMAGE },
    outputs: [
      ['INT', 'width'],
      ['INT', 'height'],
      ['INT', 'batch_size'],
    ],
  }),
  define({
    name: 'ImageCrop',
    title: 'Crop image',
    category: 'image/transform',
    description: 'Crops the image to a rectangle. Parts outside of the image are omitted.',
    required: {
      image: IMAGE,
      width: int({ default: 512, min: 1, max: MAX_SIDE, step: 1, tooltip: 'Pixels' }),
      height: int({ default: 512, min: 1, max: MAX_SIDE, step: 1, tooltip: 'Pixels' }),
      x: int({ default: 0, min: 0, max: MAX_SIDE, step: 1, tooltip: 'From the left edge' }),
      y: int({ default: 0, min: 0, max: MAX_SIDE, step: 1, tooltip: 'From the top edge' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageFlip',
    title: 'Flip image',
    category: 'image/transform',
    description: 'Mirrors the image.',
    required: {
      image: IMAGE,
      flip_method: choice(['x-axis: vertically', 'y-axis: horizontally'], {
        tooltip: 'x-axis turns it upside down, y-axis swaps left and right',
      }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageRotate',
    title: 'Rotate image',
    category: 'image/transform',
    description: 'Turns the image clockwise by quarter turns.',
    required: {
      image: IMAGE,
      rotation: choice(['none', '90 degrees', '180 degrees', '270 degrees'], { tooltip: 'Clockwise' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImagePadForOutpaint',
    title: 'Pad image',
    category: 'image',
    description: 'Adds gray borders, and a mask that is 1 on them and fades out over the feathering.',
    required: {
      image: IMAGE,
      left: border('on the left'),
      top: border('on top'),
      right: border('on the right'),
      bottom: border('at the bottom'),
      feathering: int({
        default: 40,
        min: 0,
        max: MAX_SIDE,
        step: 1,
        tooltip: 'How far the mask fades into the image',
      }),
    },
    outputs: [
      ['IMAGE', 'IMAGE'],
      ['MASK', 'MASK'],
    ],
  }),
  define({
    name: 'ImageBatch',
    title: 'Batch images',
    category: 'image',
    description: 'Combines two images or batches into one batch. The second is resized to the size of the first.',
    required: { image1: IMAGE, image2: IMAGE },
    outputs: [['IMAGE', 'IMAGE']],
  }),
];
