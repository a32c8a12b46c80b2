import { z } from 'zod/mini';

/**
 * HTTP errors of the Job API: section 7 of the seed, and below the line the codes that public material adds
 * (contract-facts 2.11). Execution failures are no HTTP errors; they live in `job.error`.
 */
export interface ErrorCodeFacts {
  status: number;
  /** Other statuses under which the code may come. */
  alsoStatus?: readonly number[];
  /** The answer carries `Retry-After` in integer seconds, and the same request may be sent again after it. */
  retryAfter: boolean;
}

const codes = {
  invalid_workflow: { status: 422, retryAfter: false },
  workflow_format_ui: { status: 422, retryAfter: false },
  missing_asset: { status: 422, retryAfter: false },
  idempotency_key_reuse: { status: 422, retryAfter: false },
  deployment_stopped: { status: 422, retryAfter: false },
  hash_mismatch: { status: 409, retryAfter: false },
  blob_not_found: { status: 404, retryAfter: false },
  not_found: { status: 404, retryAfter: false },
  unauthorized: { status: 401, retryAfter: false },
  forbidden: { status: 403, retryAfter: false },
  insufficient_credits: { status: 402, retryAfter: false },
  queue_full: { status: 429, retryAfter: true },
  deployment_not_ready: { status: 429, retryAfter: true },
  upstream_error: { status: 500, retryAfter: false },

  asset_in_use: { status: 409, retryAfter: false },
  invalid_request: { status: 400, alsoStatus: [422], retryAfter: false },
  payload_too_large: { status: 413, retryAfter: false },
  range_not_satisfiable: { status: 416, retryAfter: false },
  rate_limited: { status: 429, retryAfter: true },
  too_many_streams: { status: 429, retryAfter: true },
  not_implemented: { status: 501, retryAfter: false },
} as const satisfies Record<string, ErrorCodeFacts>;

export type ErrorCode = keyof typeof codes;
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorCodeFacts>> = codes;

/**
 * One problem with one input of one node. `field` is the input's name, empty where the node as a whole is meant.
 * `reason` is an open string (rule J-2.76); `message` is our addition, a sentence for people.
 */
export const NodeProblem = z.looseObject({
  field: z.string(),
  reason: z.string(),
  message: z.optional(z.string()),
});
export type NodeProblem = z.infer<typeof NodeProblem>;

export type NodeErrors = Record<string, NodeProblem[]>;

/** An empty map that can hold every node id: on an object with a prototype, `__proto__` is no key. */
export function newNodeErrors(): NodeErrors {
  return Object.create(null) as NodeErrors;
}

/** Job API 2, error envelope. */
export const ErrorEnvelope = z.looseObject({
  error: z.looseObject({
    code: z.string().check(z.minLength(1)),
    message: z.string(),
    details: z.optional(z.nullable(z.looseObject({}))),
  }),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** The raw engine form of `node_errors` that some proxies pass through (contract-facts 2.11). */
const RawEngineNodeError = z.looseObject({
  errors: z.array(
    z.looseObject({
      type: z.optional(z.string()),
      message: z.optional(z.string()),
      details: z.optional(z.string()),
      extra_info: z.optional(z.nullable(z.looseObject({ input_name: z.optional(z.string()) }))),
    }),
  ),
});

/** Reads both forms of `details.node_errors` into the contract's form; what fits neither is left out. */
export function readNodeErrors(details: unknown): NodeErrors {
  const parsed = z.looseObject({ node_errors: z.record(z.string(), z.unknown()) }).safeParse(details);
  if (!parsed.success) return {};
  const result = newNodeErrors();
  for (const [nodeId, entry] of Object.entries(parsed.data.node_errors)) {
    const list = z.array(NodeProblem).safeParse(entry);
    if (list.success) {
      result[nodeId] = list.data;
      continue;
    }
    const raw = RawEngineNodeError.safeParse(entry);
    if (!raw.success) continue;
    result[nodeId] = raw.data.errors.map((problem) => ({
      field: problem.extra_info?.input_name ?? '',
      reason: problem.type ?? 'invalid',
      message: [problem.message, problem.details].filter(Boolean).join(': '),
    }));
  }
  return result;
}
