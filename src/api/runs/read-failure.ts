import { readResponseHeaders } from '@contract/router/headers';
import { RouterError } from '@contract/router/schemas';
import type { FieldFault } from '@contract/router/validation-error';
import type { RunFailure } from './run-record';

/** Of a body that explains itself at length, as much as is kept to be looked at. */
const MAX_BODY_CHARS = 200_000;

/** An answer that is no result, in either form of body. The header's bucket wins: on a 422 it is the only one. */
export function readFailure(status: number, headers: Headers, bodyText: string, at: number): RunFailure {
  const facts = readResponseHeaders(headers);
  const body = parseOrNull(bodyText);
  const said = RouterError.safeParse(body);
  const listed = readDetailList(body);
  return {
    at,
    status,
    rawBucket: facts.errorType ?? (said.success ? said.data.error_type : null),
    detail: said.success ? said.data.detail : readDetailText(body),
    faults: listed,
    requestId: facts.requestId,
    isReplayed: facts.isReplayed,
    upstreamStatus: facts.upstreamStatus,
    upstreamDetail: facts.upstreamDetail ?? (said.success ? (said.data.upstream_detail ?? null) : null),
    refusalSubject: facts.refusalSubject ?? (said.success ? (said.data.refusal_subject ?? null) : null),
    callOutcome: facts.callOutcome,
    headers: [...headers],
    bodyText: bodyText.slice(0, MAX_BODY_CHARS),
  };
}

/** One bad entry does not take the others along. */
export function readDetailList(body: unknown): FieldFault[] {
  const detail = detailOf(body);
  if (!Array.isArray(detail)) return [];
  return detail.flatMap((entry: unknown) => (isFieldFault(entry) ? [entry] : []));
}

/** By hand: the schema would bring a part of the library that the first screens have no use for. */
function isFieldFault(entry: unknown): entry is FieldFault {
  if (typeof entry !== 'object' || entry === null) return false;
  const { loc, msg, type } = entry as Partial<Record<string, unknown>>;
  const isStep = (step: unknown) => typeof step === 'string' || typeof step === 'number';
  return Array.isArray(loc) && loc.every(isStep) && typeof msg === 'string' && typeof type === 'string';
}

function readDetailText(body: unknown): string | null {
  const detail = detailOf(body);
  return typeof detail === 'string' && detail !== '' ? detail : null;
}

function detailOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
