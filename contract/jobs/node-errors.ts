import { z } from 'zod/mini';

/**
 * One problem with one input of one node. `field` is the input name, or empty if the problem concerns the whole node. `reason` is
 * an open string (rule J-2.76); `message` is our addition, a human-readable sentence.
 */
export const NodeProblem = z.looseObject({
  field: z.string(),
  reason: z.string(),
  message: z.optional(z.string()),
});
export type NodeProblem = z.infer<typeof NodeProblem>;

export type NodeErrors = Record<string, NodeProblem[]>;

/** Creates an empty map that accepts every node id: on an object with a prototype, `__proto__` is not a usable key. */
export function newNodeErrors(): NodeErrors {
  return Object.create(null) as NodeErrors;
}

/** Joins the problems of each node, those of the first map first. */
export function joinNodeErrors(first: NodeErrors, second: NodeErrors): NodeErrors {
  const joined = newNodeErrors();
  for (const errors of [first, second]) {
    for (const [nodeId, problems] of Object.entries(errors)) joined[nodeId] = [...(joined[nodeId] ?? []), ...problems];
  }
  return joined;
}

/** Raw engine format of `node_errors` that some proxies pass through (docs/api-notes.md, Errors of the Job API). */
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

/** Converts both formats of `details.node_errors` to that of the contract, and drops entries that match neither. */
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
