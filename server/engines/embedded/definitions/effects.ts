import { choice, define, float, IMAGE, int } from './define';

export const BLEND_MODES = ['normal', 'multiply', 'screen', 'overlay', 'soft_light', 'difference'] as const;
export const DITHERS = ['none', 'floyd-steinberg', 'bayer-2', 'bayer-4', 'bayer-8', 'bayer-16'] as const;

/** Classes that change colors but not the geometry. */
export const EFFECT_CLASSES = [
  define({
    name: 'ImageInvert',
    title: 'Invert colors',
    category: 'image',
    description: 'Inverts the colors of an image.',
    required: { image: IMAGE },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageBlur',
    title: 'Blur',
    category: 'image/postprocessing',
    description: 'Applies a Gaussian blur.',
    required: {
      image: IMAGE,
      blur_radius: int({ default: 1, min: 1, max: 31, step: 1, tooltip: 'Radius of the kernel in pixels' }),
      sigma: float({
        default: 1,
        min: 0.1,
        max: 10,
        step: 0.1,
        tooltip: 'In radii: 0.3 is soft; above 2 it is nearly a box blur',
      }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageSharpen',
    title: 'Sharpen',
    category: 'image/postprocessing',
    description: 'Strengthens details.',
    required: {
      image: IMAGE,
      sharpen_radius: int({ default: 1, min: 1, max: 31, step: 1, tooltip: 'Size of the details in pixels' }),
      sigma: float({ default: 1, min: 0.1, max: 10, step: 0.01, tooltip: 'In radii, as for the blur' }),
      alpha: float({ default: 1, min: 0, max: 5, step: 0.01, tooltip: 'Strength; 0.1 is gentle, 1 is strong' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageBlend',
    title: 'Blend images',
    category: 'image/postprocessing',
    description: 'Blends the second image into the first. It is resized and cropped to fit.',
    required: {
      image1: IMAGE,
      image2: IMAGE,
      blend_factor: float({ default: 0.5, min: 0, max: 1, step: 0.01, tooltip: '0 leaves the first image unchanged' }),
      blend_mode: choice(BLEND_MODES, { tooltip: 'How the colors of the two images are combined' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageQuantize',
    title: 'Reduce colors',
    category: 'image/postprocessing',
    description: 'Reduces the image to a limited number of its colors.',
    required: {
      image: IMAGE,
      colors: int({ default: 256, min: 1, max: 256, step: 1, tooltip: 'Maximum number of colors' }),
      dither: choice(DITHERS, {
        tooltip: 'Dithering of intermediate colors: none, error diffusion, or an ordered pattern',
      }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
];
