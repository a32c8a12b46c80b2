import { findValue } from '@contract/json/lossless';
import type { HostedSurfaceOptions } from './hosted-options';

type Dialect = HostedSurfaceOptions['dialect'];

/** Removes the headers in the spelling of the other dialect; without a dialect both spellings stay. */
export function spellHeaders(headers: Headers, dialect: Dialect): void {
  if (dialect === undefined) return;
  const other = dialect === 'comfy' ? 'x-service-' : 'x-comfy-';
  const names = [...headers.keys()].filter((name) => name.startsWith(other));
  for (const name of names) headers.delete(name);
}

/** Returns the body of a submission, with the keys of `extra_data` renamed to those that the app knows. */
export function readExtraData(bodyText: string, dialect: Dialect): string {
  if (dialect !== 'comfy') return bodyText;
  const span = spanOf(bodyText, 'extra_data');
  if (!span) return bodyText;
  const own = bodyText.slice(span.start, span.end).replaceAll(/"(api_key|auth_token)_comfy_org"/g, '"$1_svc_org"');
  return bodyText.slice(0, span.start) + own + bodyText.slice(span.end);
}

/** Renames a flag in the schema document of a model, whose name depends on the dialect. */
export function toDialect(text: string, dialect: Dialect): string {
  return dialect === 'comfy' ? text.replaceAll('"x-service-', '"x-comfy-') : text;
}

function spanOf(text: string, name: string): { start: number; end: number } | null {
  try {
    return findValue(text, [name]);
  } catch {
    return null;
  }
}
