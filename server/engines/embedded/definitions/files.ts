import { choice, define, float, IMAGE, int, MAX_SIDE } from './define';

/** Classes that load and save images. */
export const FILE_CLASSES = [
  define({
    name: 'LoadImage',
    title: 'Load image',
    category: 'image',
    description: 'Reads an image, upright as its camera meant it. The mask is where it is transparent.',
    required: {
      image: [[], { image_upload: true, tooltip: 'The image to read: PNG, JPEG, WebP, GIF, AVIF or TIFF' }],
    },
    outputs: [
      ['IMAGE', 'IMAGE'],
      ['MASK', 'MASK'],
    ],
  }),
  define({
    name: 'LoadImageMask',
    title: 'Load image as mask',
    category: 'mask',
    description: 'Reads one channel of an image as a mask. The alpha channel is inverted: transparent becomes 1.',
    required: {
      image: [[], { image_upload: true, tooltip: 'The image to read' }],
      channel: choice(['alpha', 'red', 'green', 'blue'], { tooltip: 'Which channel becomes the mask' }),
    },
    outputs: [['MASK', 'MASK']],
  }),
  define({
    name: 'SaveImage',
    title: 'Save image',
    category: 'image',
    description: 'Writes PNG files that carry the workflow inside.',
    required: {
      images: ['IMAGE', { tooltip: 'What to save; each image of a batch becomes a file' }],
      filename_prefix: [
        'STRING',
        {
          default: 'ComfyUI',
          tooltip:
            'How the file names begin. %date:yyyy-MM-dd%, %width%, %height% and %Node title.input% are filled in',
        },
      ],
    },
    isOutput: true,
  }),
  define({
    name: 'PreviewImage',
    title: 'Preview image',
    category: 'image',
    description: 'Shows images from the middle of a workflow beside the saved ones.',
    required: { images: IMAGE },
    isOutput: true,
  }),
  define({
    name: 'SaveAnimatedWEBP',
    title: 'Save animated WebP',
    category: 'image/animation',
    description: 'Writes a batch as one animated image that carries the workflow inside.',
    required: {
      images: ['IMAGE', { tooltip: 'The frames, in order' }],
      filename_prefix: ['STRING', { default: 'ComfyUI', tooltip: 'How the file name begins, as in Save image' }],
      fps: float({ default: 6, min: 0.01, max: 1000, step: 0.01, tooltip: 'Frames a second' }),
      lossless: ['BOOLEAN', { default: true, tooltip: 'Every pixel as it is; larger files' }],
      quality: int({ default: 80, min: 0, max: 100, tooltip: 'For lossy files: 100 is best' }),
      method: choice(['default', 'fastest', 'slowest'], { tooltip: 'More time makes smaller files' }),
    },
    isOutput: true,
  }),
  define({
    name: 'EmptyImage',
    title: 'Empty image',
    category: 'image',
    description: 'An image of one color.',
    required: {
      width: int({ default: 512, min: 1, max: MAX_SIDE, step: 1, tooltip: 'Pixels' }),
      height: int({ default: 512, min: 1, max: MAX_SIDE, step: 1, tooltip: 'Pixels' }),
      batch_size: int({ default: 1, min: 1, max: 4096, tooltip: 'How many equal images' }),
      color: [
        'INT',
        { default: 0, min: 0, max: 0xffffff, step: 1, display: 'color', tooltip: 'Red × 65536 + green × 256 + blue' },
      ],
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
];
