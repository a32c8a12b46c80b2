import { FieldError } from '@contract/router/validation-error';
import { z } from 'zod/mini';
import { ModelFailure, type ModelFailureBucket } from '../../../model-source';
import type { ReadProvider } from '../read-config';
import { isFields } from '@contract/typed-objects';

/** Error response of a provider. */
export interface Rejection {
  status: number;
  /** Start of its body. */
  text: string;
  /** Headers by lowercase name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Value of `Retry-After` if it is a number of seconds. */
  retryAfterSeconds: number | null;
  /** Value of `X-Should-Retry`; `null` if the response has none. */
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
    detail: (name) => `${name} rejected the key of this gateway`,
  },
  402: { bucket: 'insufficient_credits', detail: (name) => `The account at ${name} lacks the credits for this call` },
  403: { bucket: 'provider_error', detail: (name) => `${name} does not allow this to the key of this gateway` },
  404: { bucket: 'provider_error', detail: (name) => `${name} has no such model or endpoint` },
  408: { bucket: 'provider_timeout', detail: (name) => `${name} timed out` },
  413: { bucket: 'invalid_input', status: 413, detail: (name) => `The request body is too large for ${name}` },
  422: { bucket: 'invalid_input', status: 400, detail: (name) => `${name} rejected the input` },
  429: { bucket: 'rate_limited', detail: (name) => `${name} does not accept more calls at the moment` },
  503: { bucket: 'service_unavailable', detail: (name) => `${name} is not available at the moment` },
  504: { bucket: 'provider_timeout', detail: (name) => `${name} did not finish in time` },
};

const FailureBody = z.object({ detail: z.array(FieldError).check(z.minLength(1)) });

/** Converts a rejection to the router's buckets, with the field errors of the provider unchanged. */
export function failureOf(rejection: Rejection, provider: ReadProvider): ModelFailure {
  const body = parsed(rejection.text);
  const { status: upstreamStatus, retryAfterSeconds } = rejection;
  const upstreamDetail = ownText(body, provider);
  const details = {
    upstreamStatus,
    ...(upstreamDetail === null ? {} : { upstreamDetail }),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...outcomeOf(rejection),
  };
  if (isPolicyRejection(rejection.status, body, provider)) {
    return new ModelFailure(
      'content_policy_violation',
      `${provider.name} refused this on content-policy grounds`,
      details,
    );
  }
  const errors = rejection.status === 422 || rejection.status === 400 ? FailureBody.safeParse(body) : null;
  if (errors?.success) {
    // Uses the original value, since the parsed one lacks unknown members.
    const { detail } = body as z.output<typeof FailureBody>;
    const redacted = detail.map((error) => redactedError(error, provider));
    return new ModelFailure('invalid_input', `${provider.name} rejected the input`, { ...details, faults: redacted });
  }
  const meaning = MEANINGS[rejection.status];
  if (!meaning) return new ModelFailure('provider_error', `${provider.name} responded with ${upstreamStatus}`, details);
  const { bucket, status, detail } = meaning;
  return new ModelFailure(bucket, detail(provider.name), { ...details, ...(status === undefined ? {} : { status }) });
}

/**
 * Derives the outcome of the call from the response: 429, and 503 with a retry time, were not run; a client error is definite.
 * A server error may occur after the model ran and was charged.
 */
function outcomeOf({ status, retryAfterSeconds, shouldRetry }: Rejection): { outcome?: 'not_run' | 'refused' } {
  if (shouldRetry === true) return { outcome: 'not_run' };
  if (status === 429) return { outcome: shouldRetry === false ? 'refused' : 'not_run' };
  if (status === 503 && retryAfterSeconds !== null && shouldRetry === null) return { outcome: 'not_run' };
  return status < 500 && !GAVE_UP.has(status) ? { outcome: 'refused' } : {};
}

/** Client errors that mean that the provider, or a proxy before it, stopped waiting for the model. */
const GAVE_UP = new Set([408, 499]);

function redactedError(error: FieldError, provider: ReadProvider): FieldError {
  const redaction = redactionOf(secretsOf(provider));
  // Redaction changes texts within, and no shape.
  return { ...(redaction.json(error) as FieldError), loc: error.loc.map((step) => redaction.name(step)) };
}

/** Removes credentials from a provider's response before it is shown or stored. */
interface Redaction {
  text(text: string): string;
  /** Redacts strings at any depth, but not property names. */
  json(value: unknown): unknown;
  /** Redacts only the gateway's credential, since field names may look like a key. */
  name<Name>(name: Name): Name | string;
}

const HIDDEN = '[hidden]';

/** `sk-…`, `Bearer …`, `key=…`, and long runs of letters with digits. */
const KEY_LIKE =
  /\b(?:bearer\s+\S+|(?:api[_-]?)?(?:key|token|secret|password)\s*[=:]\s*\S+|[a-z]{2,6}[-_][\w-]{12,}|(?=\w*\d)(?=\w*[a-z])\w{28,})/gi;

function secretsOf({ key, uploadKey }: Pick<ReadProvider, 'key' | 'uploadKey'>): string[] {
  return [key, uploadKey].flatMap((each) => each?.secrets() ?? []);
}

function redactionOf(secrets: readonly string[]): Redaction {
  const forms = secrets.flatMap((secret) => [secret, base64Of(secret)]);
  const withoutSecret = (text: string) => forms.reduce((shown, form) => shown.replaceAll(form, HIDDEN), text);
  const text = (said: string) => withoutSecret(said).replaceAll(KEY_LIKE, HIDDEN);
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, json(each)]));
  };
  return { text, json, name: (name) => (typeof name === 'string' ? withoutSecret(name) : name) };
}

function base64Of(text: string): string {
  return Buffer.from(text)
    .toString('base64')
    .replace(/(?<!=)=+$/, '');
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

/** Returns the first line of the provider's message, safe to show: without anything that looks like a key. */
export function ownText(body: unknown, { errorMessage, ...provider }: ReadProvider): string | null {
  const positions = errorMessage === undefined ? USUAL_PLACES : [errorMessage];
  const said = positions.map((position) => valueAt(body, position)).find((value) => typeof value === 'string');
  if (typeof said !== 'string') return null;
  const [line = ''] = said.trim().split(/\r?\n/);
  const safe = redactionOf(secretsOf(provider)).text(line).slice(0, MAX_DETAIL).trim();
  return safe === '' ? null : safe;
}

/** @param position path such as `errors.0.code` */
export function valueAt(body: unknown, position: string): unknown {
  return position
    .split('.')
    .reduce<unknown>((at, key) => (isFields(at) && Object.hasOwn(at, key) ? at[key] : undefined), body);
}
