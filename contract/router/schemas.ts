import { z } from 'zod/mini';

/**
 * Resources of the Model Router, section 2. Read leniently: objects are loose and enumerations are open strings. Strict schemas
 * of the gateway's responses are in `written-schemas.ts`, which clients do not load.
 */

export const DEFAULT_PAGE_LIMIT = 20;
export const MAX_PAGE_LIMIT = 100;
export const MAX_CURSOR_LENGTH = 512;
export const MAX_KEY_LENGTH = 255;
export const MAX_SCHEMA_URL_LENGTH = 2048;

/** docs/api-notes.md, Billing facts: any other value counts as potentially charged. */
export const POLICY_CHARGES = ['yes', 'no', 'unknown'] as const;
export type PolicyCharge = (typeof POLICY_CHARGES)[number];

/** `maybe`: the surface does not know, or sends an unknown value. */
export function chargesOnPolicyRejection(billing: { charges_on_policy_rejection?: unknown }): 'yes' | 'no' | 'maybe' {
  const fact = billing.charges_on_policy_rejection;
  return fact === 'yes' || fact === 'no' ? fact : 'maybe';
}

const Billing = z.looseObject({ charges_on_policy_rejection: z.optional(z.unknown()) });

export const ModelEntry = z.looseObject({
  id: z.string(),
  provider: z.string(),
  model: z.string(),
  billing: Billing,
});
export type ModelEntry = z.infer<typeof ModelEntry>;

export const ModelDetail = z.looseObject({
  ...ModelEntry.shape,
  /** Absent: the model has no authored schema document. */
  input_schema_url: z.optional(z.string()),
});
export type ModelDetail = z.infer<typeof ModelDetail>;

export const ModelPage = z.looseObject({
  data: z.array(ModelEntry),
  /** Only indicator of the last page: a short or empty page is not one. */
  has_more: z.boolean(),
  next_cursor: z.optional(z.nullable(z.string())),
  /** Page size that was served, which may be smaller than the requested one. */
  limit: z.int(),
});
export type ModelPage = z.infer<typeof ModelPage>;

/**
 * Error body of all errors except a 422. Newer surfaces add `upstream_detail` and `refusal_subject` (docs/api-notes.md, Response
 * headers of the router).
 */
export const RouterError = z.looseObject({
  detail: z.string(),
  error_type: z.string(),
  upstream_detail: z.optional(z.nullable(z.string())),
  refusal_subject: z.optional(z.nullable(z.string())),
});
export type RouterError = z.infer<typeof RouterError>;

/** OpenAPI document of one model, with the fields that all clients read. */
export const SchemaDocument = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });
export type SchemaDocument = z.infer<typeof SchemaDocument>;
