import { choice, define, float, IMAGE, int, MAX_SIDE } from './define';

/** Classes that load and save images. */
export const FILE_CLASSES = [
  define({
    name: 'LoadImage',
    title: 'Load image',
    category: 'image',
    description: 'Loads an image, rotated by its EXIF orientation. The mask contains its transparency.',
    required: {
      image: [[], { image_upload: true, tooltip: 'Image file: PNG, JPEG, WebP, GIF, AVIF or TIFF' }],
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
    description: 'Loads one channel of an image as a mask. The alpha channel is inverted: transparent becomes 1.',
    required: {
      image: [[], { image_upload: true, tooltip: 'Image file' }],
      channel: choice(['alpha', 'red', 'green', 'blue'], { tooltip: 'Channel for the mask' }),
    },
    outputs: [['MASK', 'MASK']],
  }),
  define({
    name: 'SaveImage',
    title: 'Save image',
    category: 'image',
    description: 'Saves PNG files with the embedded workflow.',
    required: {
      images: ['IMAGE', { tooltip: 'Images to save; each image of a batch becomes a file' }],
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
    description: 'Shows intermediate images of a workflow next to the saved ones.',
    required: { images: IMAGE },
    isOutput: true,
  }),
  define({
    name: 'SaveAnimatedWEBP',
    title: 'Save animated WebP',
    category: 'image/animation',
    description: 'Saves a batch as one animated image with the embedded workflow.',
    required: {
      images: ['IMAGE', { tooltip: 'The frames, in order' }],
      filename_prefix: ['STRING', { default: 'ComfyUI', tooltip: 'Prefix of the file name, as in Save image' }],
      fps: float({ default: 6, min: 0.01, max: 1000, step: 0.01, tooltip: 'Frames per second' }),
      lossless: ['BOOLEAN', { default: true, tooltip: 'Preserves every pixel; larger files' }],
      quality: int({ default: 80, min: 0, max: 100, tooltip: 'For lossy files; 100 is best' }),
      method: choice(['default', 'fastest', 'slowest'], { tooltip: 'Slower methods create smaller files' }),
    },
    isOutput: true,
  }),
  define({
    name: 'EmptyImage',
    title: 'Empty image',
    category: 'image',
    description: 'Creates an image of one color.',
    required: {
      width: int({ default: 512, min: 1, max: MAX_SIDE, step: 1, tooltip: 'Pixels' }),
      height: int({ default: 512, min: 1, max: MAX_SIDE, step: 1, tooltip: 'Pixels' }),
      batch_size: int({ default: 1, min: 1, max: 4096, tooltip: 'Number of equal images' }),
      color: [
        'INT',
        { default: 0, min: 0, max: 0xffffff, step: 1, display: 'color', tooltip: 'Red × 65536 + green × 256 + blue' },
      ],
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
];
