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

export const ComfyTemplate = z.looseObject({
  /** Engine that has it; the first of several. */
  engine: z.string(),
  /** Node pack that brings it along; `null` for ComfyUI's own. */
  pack: z.nullable(z.string()),
  /** Name of its file, without the extension. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Group of the index, such as `Video`; the pack for those of packs. */
  category: z.string(),
  /** Tasks and models, for searches. */
  tags: z.array(z.string()),
  models: z.array(z.string()),
  /** File of its image, which may be missing; `null` if there is none. */
  image: z.nullable(z.string()),
  /** It calls partner models, which cost money. */
  is_paid: z.boolean(),
  /** First version of ComfyUI that has its nodes, such as `0.3.70`; `null` if the index does not say. Older gateways do not send it. */
  min_comfyui_version: z.optional(z.nullable(z.string())),
});
export type ComfyTemplate = z.infer<typeof ComfyTemplate>;

export const ComfyTemplates = z.looseObject({
  templates: z.array(ComfyTemplate),
  /** Engines whose templates could not be read. */
  failed: z.array(z.string()),
});
export type ComfyTemplates = z.infer<typeof ComfyTemplates>;

/** Model files by kind, such as `checkpoints`. Empty without a ComfyUI, and for one that does not list them. */
export const ModelFiles = z.looseObject({
  folders: z.array(z.looseObject({ name: z.string(), files: z.array(ModelFile) })),
});
export type ModelFiles = z.infer<typeof ModelFiles>;
