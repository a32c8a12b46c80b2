import { z } from 'zod/mini';
import { Labels, MAX_EXPIRES_IN_S, MIN_EXPIRES_IN_S } from './schemas';

/** Request bodies that a surface reads (Job API 4). */

export const Blake3 = z.string().check(z.regex(/^blake3:[0-9a-f]{64}$/));

export const ExtraData = z.strictObject({
  api_key_svc_org: z.optional(z.string()),
  auth_token_svc_org: z.optional(z.string()),
});
export type ExtraData = z.infer<typeof ExtraData>;

/** Body of postJobs. Its `workflow` is validated as text elsewhere, since JavaScript objects do not preserve large numbers. */
export const SubmitBody = z.looseObject({
  workflow: z.looseObject({}),
  extra_data: z.optional(z.nullable(ExtraData)),
  metadata: z.optional(Labels),
});
export type SubmitBody = z.infer<typeof SubmitBody>;

/** Fields of postJobs reserved for a later version; rejected whenever present (J-4.13, J-4.14). */
export const RESERVED_FIELDS = ['webhook_url', 'inputs'] as const;

export const FromHashBody = z.looseObject({
  hash: Blake3,
  file_path: z.optional(z.string()),
  content_type: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  expires_in: z.optional(z.int().check(z.minimum(MIN_EXPIRES_IN_S), z.maximum(MAX_EXPIRES_IN_S))),
});
export type FromHashBody = z.infer<typeof FromHashBody>;
