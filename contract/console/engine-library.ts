import { z } from 'zod/mini';

/** What the connected ComfyUI serves besides runs, as the console reads it. */

export const ModelFile = z.looseObject({
  /** Path below its folder, as in the lists of node definitions. Its separator is that of the engine's machine. */
  name: z.string(),
  /** Engine that has it; the first of several. */
  engine: z.string(),
  /** Which of the folders of this name on that engine. */
  path_index: z.int(),
  /** In bytes; `null` if unknown. */
  size: z.nullable(z.number()),
  /** In Unix milliseconds; `null` if unknown. */
  modified: z.nullable(z.number()),
});
export type ModelFile = z.infer<typeof ModelFile>;

/** Model files by kind, such as `checkpoints`. Empty without a ComfyUI, and for one that does not list them. */
export const ModelFiles = z.looseObject({
  folders: z.array(z.looseObject({ name: z.string(), files: z.array(ModelFile) })),
});
export type ModelFiles = z.infer<typeof ModelFiles>;
