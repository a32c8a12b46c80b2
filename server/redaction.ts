import type { WebhookSettings } from '@contract/console/webhook-changes';
import { redactText } from '@contract/redact-text';
import { isFields } from '@contract/typed-objects';

/** Returns a JSON value without credentials, and otherwise unchanged. */
export type Redact = (value: unknown) => unknown;

const REMOVED = '[removed]';

/** Fields that hold credentials, whatever their value looks like. */
const SECRET_FIELDS = new Set([
  'token',
  'authorization',
  'cookie',
  'secret',
  'extra_data',
  'extradata',
  'apikey',
  'api_key',
  'signature',
  'password',
]);

/** Variables of the environment by whose name their value is a credential, such as the key of a model provider. */
const SECRET_VARIABLE = /key|token|secret|passw|credential/i;
/** Shorter values of the environment are switches and names. */
const MIN_VARIABLE = 8;
/** Shorter texts would be removed from within ordinary words. */
const MIN_SECRET = 4;

/** Ids and times, which never repeat. They look like no credential, but a known one may be a UUID. */
const UNIQUE = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/;
const MAX_REPEATED = 200;
const MAX_SEARCHED = 1000;

/**
 * What the log, its file and the diagnostics report show passes through this one function: it removes values under the names of
 * credentials, texts that look like credentials, and the given secrets wherever they occur.
 * @param secrets known credentials of this process, such as its token; short ones are ignored
 */
export function createRedaction(secrets: readonly string[] = []): Redact {
  // The longest first: one may be part of another.
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET)
    .sort((left, right) => right.length - left.length);
  const withoutKnown = (value: string): string =>
    known.reduce((rest, secret) => rest.replaceAll(secret, REMOVED), value);
  const search = (value: string): string => redactText(withoutKnown(value));
  // The log repeats its messages, names and most paths, and a search takes longer than everything else in a line.
  const searched = new Map<string, string>();
  const text = (value: string): string => {
    const before = searched.get(value);
    if (before !== undefined) return before;
    if (UNIQUE.test(value)) return withoutKnown(value);
    if (value.length > MAX_REPEATED) return search(value);
    if (searched.size >= MAX_SEARCHED) searched.clear();
    const after = search(value);
    searched.set(value, after);
    return after;
  };
  const redact: Redact = (value) => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(redact);
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        text(name),
        SECRET_FIELDS.has(name.toLowerCase()) && member !== null ? REMOVED : redact(member),
      ]),
    );
  };
  return redact;
}

/** Returns the credentials in the environment of this process. */
export function secretsOf(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value.length >= MIN_VARIABLE && SECRET_VARIABLE.test(name) ? [value] : [],
  );
}

/** Returns what only the receiver of a webhook shall know: its secret, and path and query of its URL, such as a topic. */
export function secretsOfWebhook({ url, secret }: Pick<WebhookSettings, 'url' | 'secret'>): string[] {
  const { pathname, searchParams } = new URL(url);
  const parts = [...pathname.split('/'), ...searchParams.values()];
  return [url, ...parts.filter((part) => part.length >= MIN_VARIABLE), ...(secret === null ? [] : [secret])];
}
