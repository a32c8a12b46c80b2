import { z } from 'zod/mini';

/** Error envelope (Job API 2). */
export const ErrorEnvelope = z.looseObject({
  error: z.looseObject({
    code: z.string().check(z.minLength(1)),
    message: z.string(),
    details: z.optional(z.nullable(z.looseObject({}))),
  }),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
