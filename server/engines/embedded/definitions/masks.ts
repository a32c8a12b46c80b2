import { choice, define, float, IMAGE, int, MASK, MAX_SIDE } from './define';

const position = (tooltip: string) => int({ default: 0, min: 0, max: MAX_SIDE, step: 1, tooltip });

export const MASK_CLASSES = [
  define({
    name: 'ImageCompositeMasked',
    title: 'Composite images',
    category: 'image',
    description: 'Pastes one image onto another, through an optional mask.',
    required: {
      destination: IMAGE,
      source: IMAGE,
      x: position('From the left edge'),
      y: position('From the top edge'),
      resize_source: ['BOOLEAN', { default: false, tooltip: 'Resize the pasted image to the size of the other' }],
    },
    optional: { mask: MASK },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'MaskToImage',
    title: 'Mask to image',
    category: 'mask',
    description: 'Converts a mask to a grayscale image.',
    required: { mask: MASK },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageToMask',
    title: 'Image to mask',
    category: 'mask',
    description: 'Converts one channel of an image to a mask.',
    required: {
      image: IMAGE,
      channel: choice(['red', 'green', 'blue', 'alpha'], { tooltip: 'Images of this engine have no alpha channel' }),
    },
    outputs: [['MASK', 'MASK']],
  }),
  define({
    name: 'InvertMask',
    title: 'Invert mask',
    category: 'mask',
    description: 'Inverts a mask.',
    required: { mask: MASK },
    outputs: [['MASK', 'MASK']],
  }),
  define({
    name: 'SolidMask',
    title: 'Solid mask',
    category: 'mask',
    description: 'Creates a mask of one value.',
    required: {
      value: float({ default: 1, min: 0, max: 1, step: 0.01, tooltip: '1 is masked, 0 is not' }),
      width: int({ default: 512, min: 1, max: MAX_SIDE, step: 1, tooltip: 'Pixels' }),
      height: int({ default: 512, min: 1, max: MAX_SIDE, step: 1, tooltip: 'Pixels' }),
    },
    outputs: [['MASK', 'MASK']],
  }),
];
