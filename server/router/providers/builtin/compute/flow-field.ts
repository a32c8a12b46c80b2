import type { FlowFieldInput } from '../models/flow-field';
import type { Computation } from './computation';
import { encodeImage } from './images';
import { paintFlowField } from './paint-flow-field';
import { startRandom } from './seeds';

export const computeFlowField: Computation<FlowFieldInput> = async (input) => {
  const { seed, random } = startRandom(input.seed);
  const file = await encodeImage(paintFlowField(input, random), input.output_format);
  return { facts: { seed, width: input.width, height: input.height }, files: [file] };
};
