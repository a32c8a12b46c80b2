import { z } from 'zod/mini';

/** One offending field. An absent `input` was not echoed; a null one is the rejected value. */
export const FieldFault = z.looseObject({
  /** Outermost first; an integer is an index into an array. */
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  /** The provider's own word, of an open vocabulary. */
  type: z.string(),
  /** The violated bound, under keys that depend on provider and type. */
  ctx: z.optional(z.looseObject({})),
  input: z.optional(z.unknown()),
});
export type FieldFault = z.infer<typeof FieldFault>;

/** The body of a 422. Its bucket is in the header only. */
export const ValidationError = z.looseObject({ detail: z.array(FieldFault) });
export type ValidationError = z.infer<typeof ValidationError>;
