import { isIP } from 'node:net';
import type { EngineEndpoint } from '../engines/engine';
import { EMBEDDED_NAME, isEngineName } from '../engines/engine-name';
import { isKeyOf } from '@contract/typed-objects';
import { WebhookSettings } from '@contract/console/webhook-changes';

/** Parsers of flag values. Each throws a `BadValue` whose message completes the sentence "--flag …". */
export class BadValue extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadValue';
  }
}

export function wholeNumber(text: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new BadValue(`needs a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 } as const;
const MAX_DURATION_MS = 100 * UNIT_MS.y;

/** Parses `90s`, `30m`, `12h`, `7d`, `2w` or `10y` into milliseconds. */
export function duration(text: string): number {
  const [, amount, unit] = /^(\d{1,9})([smhdwy])$/.exec(text) ?? [];
  const ms = Number(amount) * (unit !== undefined && isKeyOf(UNIT_MS, unit) ? UNIT_MS[unit] : Number.NaN);
  if (!(ms > 0 && ms <= MAX_DURATION_MS)) {
    throw new BadValue(`needs a time such as 12h, 7d or 10y (at most 100y), not "${text}"`);
  }
  return ms;
}

const UNIT_BYTES = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;
const MAX_BYTES = 1000 * UNIT_BYTES.TB;

/** Parses `500MB`, `50GB` or `2TB` into bytes: multiples of 1024, as the console shows sizes. */
export function byteSize(text: string): number {
  const [, amount, unit] = /^(\d{1,9})(MB|GB|TB)$/i.exec(text) ?? [];
  const name = unit?.toUpperCase();
  const bytes = Number(amount) * (name !== undefined && isKeyOf(UNIT_BYTES, name) ? UNIT_BYTES[name] : Number.NaN);
  if (!(bytes > 0 && bytes <= MAX_BYTES)) {
    throw new BadValue(`needs a size such as 500MB, 50GB or 2TB (at most 1000TB), not "${text}"`);
  }
  return bytes;
}

/** Parses a rate such as `600/1m`: a maximum number per time. */
export function rate(text: string): { calls: number; windowMs: number } {
  const [, calls, time] = /^(\d{1,9})\/(\d{1,9}[smhdwy])$/.exec(text) ?? [];
  if (calls === undefined || time === undefined || Number(calls) < 1) {
    throw new BadValue(`needs a rate such as 600/1m, not "${text}"`);
  }
  return { calls: Number(calls), windowMs: duration(time) };
}

/** Parses `https://host:port` without a path, in the form that browsers send as `Origin`. */
export function httpOrigin(text: string): string {
  const url = webAddress(text);
  if (url?.pathname !== '/') {
    throw new BadValue(`needs an address such as https://flowdeck.example without a path, not "${text}"`);
  }
  return url.origin;
}

/** First parts of the gateway's own paths: below one of them, two paths would be spelled alike. */
const OWN_PATHS: ReadonlySet<string> = new Set(['_app', 'api', 'console', 'icons', 'local', 'samples', 'v1', 'v2']);

/** Parses `https://host:port` or `https://host:port/path`; the result does not end with a slash. */
export function publicAddress(text: string): string {
  const url = webAddress(text);
  const path = url?.pathname.replace(/\/$/, '');
  if (url === null || path === undefined || !/^(?:\/[\w.~-]+)*$/.test(path)) {
    throw new BadValue(`needs an address such as https://flowdeck.example or https://example.org/deck, not "${text}"`);
  }
  const [, first = ''] = path.split('/');
  if (OWN_PATHS.has(first)) throw new BadValue(`needs another path: the gateway itself uses /${first}`);
  return url.origin + path;
}

/** Returns `null` for anything but the scheme, host, port and path of a website. */
function webAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return `${url.search}${url.hash}${url.username}${url.password}` === '' ? url : null;
}

/** Parses `http://host:port` or `name=http://host:port`; the name defaults to host and port. */
export function engineUrl(text: string): EngineEndpoint {
  const [, given, rest] = /^([^=/]*)=(.*)$/s.exec(text) ?? [];
  const url = httpOrigin(rest ?? text);
  const name = given ?? new URL(url).host;
  if (!isEngineName(name)) {
    throw new BadValue(
      `needs a name of up to 60 letters, digits, ".", ":", "_" and "-" in front of the "=", and not "${EMBEDDED_NAME}"; it is "${name}"`,
    );
  }
  return { name, url };
}

/** Parses a host name as in a `Host` header, without a port. */
export function hostName(text: string): string {
  if (!/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i.test(text)) {
    throw new BadValue(`needs a host name such as flowdeck.example without scheme and port, not "${text}"`);
  }
  return text.toLowerCase();
}

export function ipUrl(text: string): string {
  if (isIP(text) === 0) throw new BadValue(`needs an IP address such as 127.0.0.1, not "${text}"`);
  return text;
}

/** Parses a token that is valid in an `Authorization` header. */
export function bearerToken(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new BadValue('needs visible ASCII characters without spaces');
  return text;
}

export function webhookUrl(text: string): string {
  const { success } = WebhookSettings.shape.url.safeParse(text);
  // The text may contain a credential.
  if (!success) throw new BadValue('needs an http or https URL without a user name and password');
  return text;
}

export function webhookSecret(text: string): string {
  if (!WebhookSettings.shape.secret.safeParse(text).success) throw new BadValue('needs at most 500 characters');
  return text;
}

export function oneOf<const Choice extends string>(text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined) throw new BadValue(`needs one of ${choices.join(', ')}, not "${text}"`);
  return choice;
}
