import { PALETTES } from '../kernels/tone-palettes';
import { encodePreview } from '../files/encode-image';
import { newGrid, plant, react } from '../kernels/gray-scott';
import { renderGrid, renderPreview } from '../kernels/render-grid';
import type { NodeImplementation } from '../node-implementation';
import { seededRandom } from '../kernels/random';
import { assertFits, image } from '../values';

/** Iterations per step: 300 steps fill an image, and one step is short. */
const TURNS_PER_STEP = 20;
const PREVIEW_EVERY_MS = 500;
const PREVIEW_SIDE = 512;

/** Grows a pattern step by step. Reports each step, sends two previews per second, and can be canceled at any iteration. */
export const reactionDiffusion: NodeImplementation = async (inputs, context) => {
  const [width, height, scale] = [inputs.int('width'), inputs.int('height'), inputs.int('scale')];
  const [feed, kill, steps] = [inputs.number('feed'), inputs.number('kill'), inputs.int('steps')];
  const palette = inputs.choice('palette', PALETTES);
  assertFits(width, height);
  const grid = newGrid(Math.ceil(width / scale), Math.ceil(height / scale));
  plant(grid, seededRandom(inputs.wideInt('seed')));
  let shownAt = context.elapsed() - PREVIEW_EVERY_MS;
  for (let step = 1; step <= steps; step += 1) {
    for (let turn = 0; turn < TURNS_PER_STEP; turn += 1) {
      react(grid, feed, kill);
      await context.yieldControl();
    }
    context.step(step, steps);
    if (step < steps && context.elapsed() - shownAt >= PREVIEW_EVERY_MS) {
      shownAt = context.elapsed();
      const small = await context.compute(renderPreview(grid, PREVIEW_SIDE, palette));
      const { contentType, data } = await encodePreview(small, PREVIEW_SIDE);
      context.preview(contentType, data);
    }
  }
  return [image([await context.compute(renderGrid(grid, scale, width, height, palette))])];
};
