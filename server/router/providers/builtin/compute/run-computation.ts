import type { Computed } from '../builtin-model';
import { computeChime } from './chime';
import { ImageRejected, type Computation } from './computation';
import { computeDigest } from './digest';
import { computeErosion } from './erosion';
import { computeFlowField } from './flow-field';
import { computeHalftone } from './halftone';
import { computePalette } from './palette';

/** Computations by model segment, as listed in `builtin-models.ts`. */
const COMPUTATIONS: Readonly<Record<string, Computation<never>>> = {
  'flow-field': computeFlowField,
  chime: computeChime,
  digest: computeDigest,
  erosion: computeErosion,
  halftone: computeHalftone,
  palette: computePalette,
};

export interface ComputeRequest {
  model: string;
  /** Input, validated by the schema of the model. */
  input: unknown;
  pictures: readonly Uint8Array[];
}

export type ComputeResponse =
  | { kind: 'computed'; computed: Computed }
  | { kind: 'picture-refused'; index: number; message: string }
  /** Internal error, for the log. */
  | { kind: 'failed'; message: string };

export async function runComputation({ model, input, pictures: images }: ComputeRequest): Promise<ComputeResponse> {
  try {
    const compute = COMPUTATIONS[model];
    if (!compute) throw new Error(`Nothing computes ${model}`);
    // Checked by the schema of this model before it was sent here.
    return { kind: 'computed', computed: await compute(input as never, images) };
  } catch (error) {
    if (error instanceof ImageRejected) return { kind: 'picture-refused', index: error.index, message: error.message };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
