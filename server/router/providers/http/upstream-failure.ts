import { FieldFault } from '@contract/router/validation-error';
import { z } from 'zod/mini';
import { ModelFailure, type ModelFailureBucket } from '../../model-source';
import type { ReadProvider } from './read-config';
import { redactionOf } from './redact';

/** What a provider said in place of a result. */
export interface Refusal {
  status: number;
  /** The start of its body. */
  text: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of `Retry-After`, when it is a number of seconds. */
  retryAfterSeconds: number | null;
  /** Of `X-Should-Retry`; `null` if the response has none. */
  shouldRetry: boolean | null;
}

interface Meaning {
  bucket: ModelFailureBucket;
  status?: number;
  detail: (name: string) => string;
}

const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: { bucket: 'invalid_input', status: 400, detail: (name) => `${name} rejected the input` },
  401: {
    bucket: 'provider_error',
    detail: (name) => `${name} rejected the credential configured for this gateway`,
  },
  402: { bucket: 'insufficient_credits', detail: (name) => `The account at ${name} lacks the credits for this call` },
  403: { bucket: 'provider_error', detail: (name) => `${name} does not allow this to the account of this gateway` },
  404: { bucket: 'provider_error', detail: (name) => `${name} has no such model or endpoint` },
  408: { bucket: 'provider_timeout', detail: (name) => `${name} timed out` },
  413: { bucket: 'invalid_input', status: 413, detail: (name) => `The request body is too large for ${name}` },
  422: { bucket: 'invalid_input', status: 400, detail: (name) => `${name} rejected the input` },
  429: { bucket: 'rate_limited', detail: (name) => `${name} does not accept more calls at the moment` },
  503: { bucket: 'service_unavailable', detail: (name) => `${name} is not available at the moment` },
  504: { bucket: 'provider_timeout', detail: (name) => `${name} did not finish in time` },
};

const FailureBody = z.object({ detail: z.array(FieldFault).check(z.minLength(1)) });

/** The failure in the words of the router: buckets, and field faults as the provider gave them. */
export function failureOf(refusal: Refusal, provider: ReadProvider): ModelFailure {
  const body = parsed(refusal.text);
  const { status: upstreamStatus, retryAfterSeconds } = refusal;
  const upstreamDetail = ownWords(body, provider);
  const facts = {
    upstreamStatus,
    ...(upstreamDetail === null ? {} : { upstreamDetail }),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...outcomeOf(refusal),
  };
  if (isPolicyRejection(refusal.status, body, provider)) {
    return new ModelFailure('content_policy_violation', `${provider.name} refused this for its content`, facts);
  }
  const faults = refusal.status === 422 || refusal.status === 400 ? FailureBody.safeParse(body) : null;
  if (faults?.success) {
    const { detail } = body as z.output<typeof FailureBody>;
    const redacted = detail.map((fault) => redactedFault(fault, provider));
    return new ModelFailure('invalid_input', `${provider.name} rejected the input`, { ...facts, faults: redacted });
  }
  const meaning = MEANINGS[refusal.status];
  if (!meaning) return new ModelFailure('provider_error', `${provider.name} responded with ${upstreamStatus}`, facts);
  const { bucket, status, detail } = meaning;
  return new ModelFailure(bucket, detail(provider.name), { ...facts, ...(status === undefined ? {} : { status }) });
}

/**
 * What the response itself says of the call: a 429 and a 503 that names a time were not run, and a client error is definite. A
 * server error may come after the model ran, and after it was charged.
 */
function outcomeOf({ status, retryAfterSeconds, shouldRetry }: Refusal): { outcome?: 'not_run' | 'refused' } {
  if (shouldRetry === true) return { outcome: 'not_run' };
  if (status === 429) return { outcome: shouldRetry === false ? 'refused' : 'not_run' };
  if (status === 503 && retryAfterSeconds !== null && shouldRetry === null) return { outcome: 'not_run' };
  return status < 500 && !GAVE_UP.has(status) ? { outcome: 'refused' } : {};
}

/** Client errors that come when the provider, or what stands before it, stopped waiting for the model. */
const GAVE_UP = new Set([408, 499]);

function redactedFault(fault: FieldFault, { secretHeader }: ReadProvider): FieldFault {
  const redaction = redactionOf(secretHeader?.secret ?? null);
  return { ...(redaction.json(fault) as FieldFault), loc: fault.loc.map((step) => redaction.name(step)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isPolicyRejection(status: number, body: unknown, { policyRejection: rule }: ReadProvider): boolean {
  return rule !== undefined && rule.status.includes(status) && rule.is.includes(String(valueAt(body, rule.at)));
}

const USUAL_PLACES = ['error.message', 'message', 'detail', 'error'];
const MAX_DETAIL = 300;

/** The provider's own sentence, safe to show: its first line, without anything that looks like a key. */
export function ownWords(body: unknown, { errorMessage, secretHeader }: ReadProvider): string | null {
  const places = errorMessage === undefined ? USUAL_PLACES : [errorMessage];
  const said = places.map((place) => valueAt(body, place)).find((value) => typeof value === 'string');
  if (typeof said !== 'string') return null;
  const [line = ''] = said.trim().split(/\r?\n/);
  const safe = redactionOf(secretHeader?.secret ?? null)
    .text(line)
    .slice(0, MAX_DETAIL)
    .trim();
  return safe === '' ? null : safe;
}

/** @param place such as `errors.0.code` */
export function valueAt(body: unknown, place: string): unknown {
  return place
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key)
          ? (at as Record<string, unknown>)[key]
          : undefined,
      body,
    );
}
