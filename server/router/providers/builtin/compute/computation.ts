import type { Computed } from '../builtin-model';

/** Part of a model that runs in a separate process, given the validated input and the bytes of its images. */
export type Computation<Input> = (input: Input, images: readonly Uint8Array[]) => Promise<Computed> | Computed;

/** Error for an unusable input image; `index` is its position in `BuiltinModel.pictures`. */
export class ImageRejected extends Error {
  readonly index: number;
  constructor(index: number, message: string) {
    super(message);
    this.name = 'ImageRejected';
    this.index = index;
  }
}
