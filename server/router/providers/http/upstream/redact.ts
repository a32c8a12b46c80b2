/** Removes credentials from a provider's response before it is shown or stored. */
export interface Redaction {
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

/** @param secret secret of the provider's credential; `null` if there is none */
export function redactionOf(secret: string | null): Redaction {
  const forms = secret === null ? [] : [secret, base64Of(secret)];
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
