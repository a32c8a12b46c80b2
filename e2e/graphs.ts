import { SCRIPTED_DEFINITIONS } from '@server/testing/scripted-engine/scripted-classes';
import { inputSpecs } from '@contract/workflow/node-definitions';

/** Workflows of the tests, in the exported format. */

interface Growing {
  seed?: number;
  steps?: number;
  size?: number;
}

/**
 * The embedded engine's long-running node: about 50 million cells and steps per second on an idle machine. On a busy machine each
 * step waits, so a longer run uses a larger size instead of more steps.
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

/** `growing` in the UI format, as ComfyUI's editor saves it: a reroute between the nodes, a primitive for the steps, and a note. */
export function savedCanvas(): object {
  const node = (id: number, type: string, more: object) => ({
    id,
    type,
    pos: [0, 0],
    flags: {},
    mode: 0,
    properties: {},
    ...more,
  });
  return {
    last_node_id: 9,
    last_link_id: 4,
    nodes: [
      node(5, 'FlowdeckReactionDiffusion', {
        inputs: [{ name: 'steps', type: 'INT', link: 4, widget: { name: 'steps' } }],
        outputs: [{ name: 'IMAGE', type: 'IMAGE', links: [1] }],
        widgets_values: [12, 'randomize', 128, 128, 300, 0.0545, 0.062, 1, 'coral'],
      }),
      node(6, 'Reroute', {
        inputs: [{ name: '', type: '*', link: 1 }],
        outputs: [{ name: '', type: 'IMAGE', links: [2] }],
      }),
      node(7, 'Note', { widgets_values: ['Change the seed'] }),
      node(8, 'PrimitiveNode', {
        outputs: [{ name: 'INT', type: 'INT', links: [4], widget: { name: 'steps' } }],
        widgets_values: [20, 'fixed'],
      }),
      node(9, 'SaveImage', { inputs: [{ name: 'images', type: 'IMAGE', link: 2 }], widgets_values: ['converted'] }),
    ],
    links: [
      [1, 5, 0, 6, 0, '*'],
      [2, 6, 0, 9, 0, 'IMAGE'],
      [4, 8, 0, 5, 0, 'INT'],
    ],
    groups: [{ title: 'All', bounding: [0, 0, 100, 100] }],
    config: {},
    extra: {},
    version: 0.4,
  };
}

/** Blends two images into one. */
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

/** Flips one image. */
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

/** Chains nodes of the scripted engine. */
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

/** Saves an image without its transparency, its mask, and the mask that `LoadImageMask` reads from a channel. */
export function masking(): object {
  const save = (images: unknown, prefix: string) => ({
    class_type: 'SaveImage',
    inputs: { images, filename_prefix: prefix },
  });
  return {
    1: { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } },
    2: { class_type: 'MaskToImage', inputs: { mask: ['1', 1] } },
    3: save(['2', 0], 'mask'),
    4: save(['1', 0], 'colors'),
    5: { class_type: 'LoadImageMask', inputs: { image: '', channel: 'red' }, _meta: { title: 'Your mask' } },
    6: { class_type: 'MaskToImage', inputs: { mask: ['5', 0] } },
    7: save(['6', 0], 'channel'),
  };
}
