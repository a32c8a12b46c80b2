import { PALETTES } from '../kernels/tone-palettes';
import { choice, define, float, int } from './define';

/** Classes that only Flowdeck has. */
export const GENERATOR_CLASSES = [
  define({
    name: 'FlowdeckReactionDiffusion',
    title: 'Reaction diffusion',
    category: 'flowdeck',
    description:
      'Grows a pattern as on corals and cats: two substances spread and feed on each other. Needs no model and no GPU. Known good pairs of feed and kill: 0.0545 and 0.062 (coral), 0.03 and 0.0595 (ink dots), 0.029 and 0.057 (labyrinth), 0.039 and 0.065 (frost).',
    required: {
      seed: [
        'INT',
        {
          default: 7,
          min: 0,
          // 2^64 - 1, rounded to a double.
          max: 2 ** 64,
          control_after_generate: true,
          tooltip: 'Start value of the pattern; the same seed creates the same image',
        },
      ],
      width: int({ default: 1024, min: 64, max: 4096, step: 8, tooltip: 'Pixels' }),
      height: int({ default: 1024, min: 64, max: 4096, step: 8, tooltip: 'Pixels' }),
      steps: int({
        default: 300,
        min: 1,
        max: 10_000,
        step: 1,
        tooltip: 'Number of steps; 300 usually fills the image',
      }),
      feed: float({
        default: 0.0545,
        min: 0,
        max: 0.12,
        step: 0.0005,
        tooltip: 'Feed rate of the first substance',
      }),
      kill: float({ default: 0.062, min: 0, max: 0.08, step: 0.0005, tooltip: 'Removal rate of the second substance' }),
      scale: int({
        default: 2,
        min: 1,
        max: 8,
        step: 1,
        tooltip: 'Pixels per cell; larger values are coarser and faster',
      }),
      palette: choice(PALETTES, { tooltip: 'The colors' }),
    },
    outputs: [['IMAGE', 'IMAGE']],
  }),
];
