import { z } from 'zod/mini';

/** One invalid field. An absent `input` was not echoed; `null` is the rejected value. */
export const FieldError = z.looseObject({
  /** Path, outermost first; integers are array indexes. */
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  /** Error type of the provider, from an open vocabulary. */
  type: z.string(),
  /** Violated bound, under keys that depend on provider and type. */
  ctx: z.optional(z.looseObject({})),
  input: z.optional(z.unknown()),
});
export type FieldError = z.infer<typeof FieldError>;

/** Body of a 422. Its bucket is in the header only. */
export const ValidationError = z.looseObject({ detail: z.array(FieldError) });
export type ValidationError = z.infer<typeof ValidationError>;
