import { choice, define, float, IMAGE, int } from './define';

export const BLEND_MODES = ['normal', 'multiply', 'screen', 'overlay', 'soft_light', 'difference'] as const;
export const DITHERS = ['none', 'floyd-steinberg', 'bayer-2', 'bayer-4', 'bayer-8', 'bayer-16'] as const;

/** Classes that change colors but not the geometry. */
export const EFFECT_CLASSES = [
  define({
    name: 'ImageInvert',
    title: 'Invert colors',
    category: 'image',
    description: 'The negative of an image.',
    required: { image: IMAGE },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageBlur',
    title: 'Blur',
    category: 'image/postprocessing',
    description: 'A Gaussian blur.',
    required: {
      image: IMAGE,
      blur_radius: int({ default: 1, min: 1, max: 31, step: 1, tooltip: 'Pixels that are averaged to each side' }),
      sigma: float({
        default: 1,
        min: 0.1,
        max: 10,
        step: 0.1,
        tooltip: 'Measured in radii: 0.3 looks soft, above 2 all pixels in reach count nearly alike',
      }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageSharpen',
    title: 'Sharpen',
    category: 'image/postprocessing',
    description: 'Strengthens what a blur would remove.',
    required: {
      image: IMAGE,
      sharpen_radius: int({ default: 1, min: 1, max: 31, step: 1, tooltip: 'How coarse the detail is, in pixels' }),
      sigma: float({ default: 1, min: 0.1, max: 10, step: 0.01, tooltip: 'Measured in radii, as for the blur' }),
      alpha: float({ default: 1, min: 0, max: 5, step: 0.01, tooltip: 'Strength; 0.1 is gentle, 1 is strong' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageBlend',
    title: 'Blend images',
    category: 'image/postprocessing',
    description: 'Lays the second image over the first. It is resized and cut to fit.',
    required: {
      image1: IMAGE,
      image2: IMAGE,
      blend_factor: float({ default: 0.5, min: 0, max: 1, step: 0.01, tooltip: '0 keeps the first image as it is' }),
      blend_mode: choice(BLEND_MODES, { tooltip: 'How the two colors of a pixel are combined' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
  define({
    name: 'ImageQuantize',
    title: 'Reduce colors',
    category: 'image/postprocessing',
    description: 'Repaints the image with a few colors that suit it.',
    required: {
      image: IMAGE,
      colors: int({ default: 256, min: 1, max: 256, step: 1, tooltip: 'How many colors at most' }),
      dither: choice(DITHERS, {
        tooltip: 'How colors in between are shown: not at all, as grain, or as a fixed pattern',
      }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
];
