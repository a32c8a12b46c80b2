import { ErrorEnvelope } from '@contract/jobs/errors';
import { readResponseHeaders, type RouterResponseDetails } from '@contract/router/headers';
import { RouterError } from '@contract/router/schemas';
import type { FieldError } from '@contract/router/validation-error';
import { fieldsOf } from '@contract/typed-objects';

/**
 * The only place that parses the bodies of error responses: the envelope of the Job API, and both forms of the Model Router. What
 * `details` of an envelope mean for a submission is read in `src/domains/outbox/submit-rejection.ts`.
 */

/** Reads the error envelope (Job API 2); `null` if the body has none. */
export function readErrorEnvelope(bodyText: string): ErrorEnvelope['error'] | null {
  const envelope = ErrorEnvelope.safeParse(parseOrNull(bodyText));
  return envelope.success ? envelope.data.error : null;
}

export interface RouterErrorDetails extends RouterResponseDetails {
  /** Human-readable; `null` if the response has none, as a `422`. */
  detail: string | null;
}

/**
 * Reads an error response of a Model Router, in either form of its body. Headers override the body: on a 422 only they have the
 * bucket.
 */
export function readRouterError(headers: Headers, bodyText: string): RouterErrorDetails {
  const details = readResponseHeaders(headers);
  const body = parseOrNull(bodyText);
  const parsed = RouterError.safeParse(body);
  const said = parsed.success ? parsed.data : null;
  return {
    ...details,
    errorType: details.errorType ?? said?.error_type ?? null,
    upstreamDetail: details.upstreamDetail ?? said?.upstream_detail ?? null,
    refusalSubject: details.refusalSubject ?? said?.refusal_subject ?? null,
    detail: said?.detail ?? readDetailText(body),
  };
}

/** Reads the errors of a parsed `422`, one per invalid field; a malformed one does not discard the others. */
export function readFieldErrors(body: unknown): FieldError[] {
  const { detail } = fieldsOf(body);
  if (!Array.isArray(detail)) return [];
  return detail.flatMap((entry: unknown) => (isFieldError(entry) ? [entry] : []));
}

/** Hand-written check: the schema would add a part of the library that the first screens do not need. */
function isFieldError(entry: unknown): entry is FieldError {
  const { loc, msg, type } = fieldsOf(entry);
  const isStep = (step: unknown) => typeof step === 'string' || typeof step === 'number';
  return Array.isArray(loc) && loc.every(isStep) && typeof msg === 'string' && typeof type === 'string';
}

function readDetailText(body: unknown): string | null {
  const { detail } = fieldsOf(body);
  return typeof detail === 'string' && detail !== '' ? detail : null;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
