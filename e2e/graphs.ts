import { SCRIPTED_DEFINITIONS } from '@server/engines/scripted/scripted-classes';
import { inputSpecs } from '@contract/workflow/node-definitions';

/** Workflows of the stories, as people export them. */

interface Growing {
  seed?: number;
  steps?: number;
  size?: number;
}

/**
 * The embedded engine's long one: about 50 million cells and steps in a second on a quiet machine. On a busy one each
 * step waits for its turn, so longer is larger, not more steps.
 */
export function growing({ seed = 7, steps = 100, size = 128 }: Growing = {}): object {
  return {
    5: {
      class_type: 'FlowdeckReactionDiffusion',
      inputs: { seed, width: size, height: size, steps, feed: 0.0545, kill: 0.062, scale: 1, palette: 'coral' },
      _meta: { title: 'Reaction diffusion' },
    },
    9: {
      class_type: 'SaveImage',
      inputs: { images: ['5', 0], filename_prefix: `grown-${seed}` },
      _meta: { title: 'Save' },
    },
  };
}

/** Two pictures into one. */
export function blending(): object {
  return {
    1: { class_type: 'LoadImage', inputs: { image: 'front.png' }, _meta: { title: 'Front' } },
    2: { class_type: 'LoadImage', inputs: { image: 'back.png' }, _meta: { title: 'Back' } },
    3: {
      class_type: 'ImageBlend',
      inputs: { image1: ['1', 0], image2: ['2', 0], blend_factor: 0.5, blend_mode: 'normal' },
      _meta: { title: 'Blend' },
    },
    4: { class_type: 'SaveImage', inputs: { images: ['3', 0], filename_prefix: 'blended' }, _meta: { title: 'Save' } },
  };
}

/** One picture through, upside down. */
export function flipping(image: unknown = 'photo.png'): object {
  return {
    10: { class_type: 'LoadImage', inputs: { image }, _meta: { title: 'Your photo' } },
    11: {
      class_type: 'ImageFlip',
      inputs: { image: ['10', 0], flip_method: 'y-axis: horizontally' },
      _meta: { title: 'Flip' },
    },
    12: {
      class_type: 'SaveImage',
      inputs: { images: ['11', 0], filename_prefix: 'flipped' },
      _meta: { title: 'Save' },
    },
  };
}

/** Nodes of the scripted engine, each after the one before. */
export function scripted(...nodes: [className: string, inputs?: object][]): object {
  return Object.fromEntries(
    nodes.map(([className, inputs], index) => [
      String(index + 1),
      scriptedNode(className, {
        title: className.replace('Script', ''),
        inputs,
        ...(index > 0 ? { after: String(index) } : {}),
      }),
    ]),
  );
}

function scriptedNode(
  className: string,
  { title, inputs, after }: { title: string; inputs: object | undefined; after?: string },
) {
  const definition = SCRIPTED_DEFINITIONS[className];
  if (!definition) throw new Error(`The scripted engine has no ${className}`);
  const defaults = inputSpecs(definition).flatMap((spec) =>
    spec.required && spec.default !== undefined ? [[spec.name, spec.default]] : [],
  );
  const order = after ? { after: [after, 0] } : {};
  return { class_type: className, inputs: { ...Object.fromEntries(defaults), ...inputs, ...order }, _meta: { title } };
}
