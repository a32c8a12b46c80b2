import type { z } from 'zod/mini';
import type { Operation } from './operation';

/** Parts of a `Response` that are validated. */
export interface CheckedResponse {
  status: number;
  headers: Pick<Headers, 'get'>;
  /** `null`: no body. */
  body: unknown;
  clone(): { json(): Promise<unknown>; arrayBuffer(): Promise<ArrayBuffer> };
}

/** Rules for the responses of one operation, used by the gateway's own tests and by the conformance suite. */
export interface ResponseRules {
  operation: Operation;
  /** Returns the strict schema for a lenient `read` schema; `undefined`: any body. */
  written: (read: z.ZodMiniType | undefined) => z.ZodMiniType | undefined;
  /** Returns the problem with an error response, or `null`. */
  checkError: (response: CheckedResponse, body: unknown) => string | null;
}

/** Returns how a response violates the rules of its operation, or `null`. Only reads a clone of the body. */
export async function findViolation(rules: ResponseRules, response: CheckedResponse): Promise<string | null> {
  const { operation, written, checkError } = rules;
  const declared = operation.responses[response.status];
  if (!declared) {
    if (response.status < 400) return 'is not a status of its contract';
    // Error responses to HEAD have no body either.
    if (operation.method === 'HEAD' && response.body === null) return null;
    const { body, problem } = await readJson(response);
    return problem ?? checkError(response, body);
  }
  if (declared.kind === 'none') {
    const size = (await response.clone().arrayBuffer()).byteLength;
    return size > 0 ? `must have no body, but has ${size} bytes` : null;
  }
  if (declared.kind !== 'json') return null;
  const { body, problem } = await readJson(response);
  if (problem !== null) return problem;
  const parsed = written(declared.read)?.safeParse(body);
  if (!parsed || parsed.success) return null;
  return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}

async function readJson(response: CheckedResponse): Promise<{ body: unknown; problem: string | null }> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) return { body: null, problem: `must be JSON, and is "${type}"` };
  try {
    return { body: await response.clone().json(), problem: null };
  } catch {
    return { body: null, problem: 'cannot be read as JSON' };
  }
}
