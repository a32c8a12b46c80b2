import { z } from 'zod/mini';
import { ERROR_BUCKETS, type ErrorBucket } from './errors';
import { isModelSegment, isProviderSegment, readModelId } from './model-id';

/**
 * Resources of the Model Router, section 2. Read leniently: objects are loose and enumerations open strings. What the
 * gateway writes is held to the strict variants at the foot of this file.
 */

export const DEFAULT_PAGE_LIMIT = 20;
export const MAX_PAGE_LIMIT = 100;
export const MAX_CURSOR_LENGTH = 512;
export const MAX_KEY_LENGTH = 255;
export const MAX_SCHEMA_URL_LENGTH = 2048;

/** Made by the server and passed back unchanged; nothing can be read out of it. */
export const Cursor = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_CURSOR_LENGTH), z.regex(/^[A-Za-z0-9._~+/=-]+$/));

/** The strings of contract-facts 3.3; whatever else comes counts as potentially charged. */
export const POLICY_CHARGES = ['yes', 'no', 'unknown'] as const;
export type PolicyCharge = (typeof POLICY_CHARGES)[number];

/** `maybe`: the surface does not know, or says what is not known here. */
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
  /** Absent: no schema document is authored for the model. */
  input_schema_url: z.optional(z.string()),
});
export type ModelDetail = z.infer<typeof ModelDetail>;

export const ModelPage = z.looseObject({
  data: z.array(ModelEntry),
  /** The only sign of the end: a short or empty page is none. */
  has_more: z.boolean(),
  next_cursor: z.optional(z.nullable(z.string())),
  /** The page size that was served, which may be smaller than the one asked for. */
  limit: z.int(),
});
export type ModelPage = z.infer<typeof ModelPage>;

/** Error body of everything but a 422. Newer surfaces add `upstream_detail` and `refusal_subject` (contract-facts 3.5). */
export const RouterError = z.looseObject({
  detail: z.string(),
  error_type: z.string(),
  upstream_detail: z.optional(z.nullable(z.string())),
  refusal_subject: z.optional(z.nullable(z.string())),
});
export type RouterError = z.infer<typeof RouterError>;

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

/** An OpenAPI document of one model, as far as everybody reads it. */
export const SchemaDocument = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });
export type SchemaDocument = z.infer<typeof SchemaDocument>;

// What the gateway writes.

const WrittenBilling = z.strictObject({ charges_on_policy_rejection: z.enum(POLICY_CHARGES) });

const WrittenEntryShape = {
  id: z.string().check(z.refine((id) => readModelId(id) !== null)),
  provider: z.string().check(z.refine(isProviderSegment)),
  model: z.string().check(z.refine(isModelSegment)),
  billing: WrittenBilling,
};

export const WrittenModelEntry = z.strictObject(WrittenEntryShape);

export const WrittenModelDetail = z.strictObject({
  ...WrittenEntryShape,
  input_schema_url: z.optional(z.url().check(z.maxLength(MAX_SCHEMA_URL_LENGTH))),
});

export const WrittenModelPage = z.strictObject({
  data: z.array(WrittenModelEntry),
  has_more: z.boolean(),
  next_cursor: z.optional(Cursor),
  limit: z.int().check(z.minimum(1), z.maximum(MAX_PAGE_LIMIT)),
});

export const WrittenRouterError = z.strictObject({
  detail: z.string().check(z.minLength(1)),
  error_type: z.enum(Object.keys(ERROR_BUCKETS) as [ErrorBucket, ...ErrorBucket[]]),
  upstream_detail: z.optional(z.string()),
  refusal_subject: z.optional(z.string()),
});

export const WrittenValidationError = z.strictObject({
  detail: z.array(FieldFault).check(z.minLength(1)),
});
