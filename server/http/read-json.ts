import type { z } from 'zod/mini';
import { MAX_JSON_BYTES, readText, rejectBody } from './body';

/**
 * Reads a JSON body and validates it against the schema.
 * @throws HttpError `invalid_request`, which names the first invalid fields and none of their values
 */
export async function readJson<T>(request: Request, schema: z.ZodMiniType<T>, maxBytes = MAX_JSON_BYTES): Promise<T> {
  const text = await readText(request, { maxBytes }, rejectBody);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw rejectBody('Request body is not valid JSON');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw rejectBody(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'Invalid input'}`);
}
