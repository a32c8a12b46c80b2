import { z } from 'zod/mini';

/** Job API 2, error envelope. */
export const ErrorEnvelope = z.looseObject({
  error: z.looseObject({
    code: z.string().check(z.minLength(1)),
    message: z.string(),
    details: z.optional(z.nullable(z.looseObject({}))),
  }),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
