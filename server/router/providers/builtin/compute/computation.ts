import type { Computed } from '../builtin-model';

/** The half of a model that runs in a process of its own: checked input and the bytes of its pictures go in. */
export type Computation<Input> = (input: Input, pictures: readonly Uint8Array[]) => Promise<Computed> | Computed;

/** A picture of the input that cannot be used; `index` counts as `BuiltinModel.pictures` lists them. */
export class ImageRejected extends Error {
  readonly index: number;
  constructor(index: number, message: string) {
    super(message);
    this.name = 'ImageRejected';
    this.index = index;
  }
}
