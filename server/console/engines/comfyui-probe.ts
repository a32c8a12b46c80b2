import type { ComfyuiAddress } from '@contract/console/comfyui-address';
import { parseProbeBody } from '@contract/console/connection-test';
import type { EngineFinding } from '@contract/console/engine-probe';
import { Session } from '@contract/console/schemas';
import { isFields } from '@contract/typed-objects';
import type { AppDeps } from '../../deps';
import { shownText } from '../../engines/comfyui/shown-text';
import { RelayFailure, type RelayFailureKind } from '../relay/relay-fetch';

/** A ComfyUI that loads a model, or shares a busy machine, takes seconds to respond. */
export const PROBE_MS = 5000;
/** The definitions of a thousand classes take several seconds, and several MB. */
export const CLASSES_MS = 20_000;
const MAX_BYTES = 256 * 1024;
const MAX_CLASSES_BYTES = 64 * 1024 ** 2;
const MAX_VERSION_CHARS = 40;

/** What was found at an address. Nothing else of a response reaches the page (decision 112). */
export interface Found {
  finding: EngineFinding;
  version: string | null;
  nodeClasses: number | null;
  hasUnreadableClasses: boolean;
  device: string | null;
  redirectsTo: string | null;
}

export type ComfyuiProbeDeps = Pick<AppDeps, 'clock' | 'version'> & {
  relayFetch: NonNullable<AppDeps['relayFetch']>;
  signal: AbortSignal;
};

const FINDINGS: Readonly<Record<RelayFailureKind, EngineFinding>> = {
  name: 'name',
  refused: 'refused',
  unreachable: 'unreachable',
  timeout: 'timeout',
  tls: 'tls',
  blocked: 'blocked',
  invalid_response: 'other',
  private_network: 'redirect',
  redirect: 'redirect',
};

const NOT_READY = new Set([502, 503, 504]);
const NEEDS_LOGIN = new Set([401, 403, 407]);

export function foundAs(finding: EngineFinding): Found {
  return { finding, version: null, nodeClasses: null, hasUnreadableClasses: false, device: null, redirectsTo: null };
}

/** Finds out what is at an address. Follows no redirect, and sends no credential. */
export async function probeComfyui({ origin, path }: ComfyuiAddress, deps: ComfyuiProbeDeps): Promise<Found> {
  const found = await findComfyui(origin, deps);
  if (found.finding === 'comfyui') return await withClasses(found, origin, deps);
  if (found.finding !== 'other' && found.finding !== 'login') return found;
  if (await isFlowdeck(origin, deps)) return foundAs('flowdeck');
  if (path !== '' && (await findComfyui(origin + path, deps)).finding === 'comfyui') return foundAs('below_path');
  return found;
}

/** Asks only whether a ComfyUI is there. */
export async function findComfyui(base: string, deps: ComfyuiProbeDeps): Promise<Found> {
  const heard = await ask(`${base}/system_stats`, PROBE_MS, deps, readStart);
  if (typeof heard === 'string') return foundAs(heard);
  const { status, location, content } = heard;
  if (status >= 300 && status < 400) return redirected(location, base);
  if (NEEDS_LOGIN.has(status)) return foundAs('login');
  if (NOT_READY.has(status)) return foundAs('starting');
  const stats = status === 200 ? readStats(content) : null;
  if (stats !== null) return { ...foundAs('comfyui'), ...stats };
  return foundAs(/type=["']?password/i.test(content) ? 'login' : 'other');
}

async function withClasses(found: Found, origin: string, deps: ComfyuiProbeDeps): Promise<Found> {
  const heard = await ask(`${origin}/object_info`, CLASSES_MS, deps, countMembers);
  // It is ComfyUI in any case: without the number if that takes too long, or the list is too large.
  if (heard === 'timeout') return found;
  if (typeof heard === 'string') return { ...found, hasUnreadableClasses: true };
  const { status, content } = heard;
  if (NOT_READY.has(status)) return foundAs('starting');
  const hasUnreadableClasses = status !== 200 || (content.isWhole && content.count === null);
  return { ...found, hasUnreadableClasses, nodeClasses: hasUnreadableClasses ? null : content.count };
}

async function isFlowdeck(origin: string, deps: ComfyuiProbeDeps): Promise<boolean> {
  const heard = await ask(`${origin}/console/session`, PROBE_MS, deps, readStart);
  return typeof heard !== 'string' && heard.status === 200 && Session.safeParse(parseProbeBody(heard.content)).success;
}

interface Heard<Content> {
  status: number;
  location: string | null;
  content: Content;
}

/** Sends a GET, with a time limit for the whole response. */
async function ask<Content>(
  url: string,
  ms: number,
  { clock, version = 'unknown', relayFetch, signal }: ComfyuiProbeDeps,
  read: (response: Response) => Promise<Content>,
): Promise<Heard<Content> | EngineFinding> {
  const limit = new AbortController();
  const cancelLimit = clock.after(ms, () => limit.abort());
  const either = AbortSignal.any([signal, limit.signal]);
  const aborted = new Promise<never>((_, reject) =>
    either.addEventListener('abort', () => reject(new RelayFailure('timeout', 'did not respond in time'))),
  );
  // Nobody may wait for it any more.
  aborted.catch(() => {});
  try {
    const headers = new Headers({ accept: 'application/json' });
    headers.set('user-agent', `Flowdeck/${version}`);
    const request = new Request(url, { headers, redirect: 'manual', signal: either });
    const response = await Promise.race([relayFetch(request, { headersMs: ms, idleMs: ms }), aborted]);
    const content = await Promise.race([read(response), aborted]);
    return { status: response.status, location: response.headers.get('location'), content };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted) return 'timeout';
    return error instanceof RelayFailure ? FINDINGS[error.kind] : 'unreachable';
  } finally {
    cancelLimit();
  }
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const isWhole = await readUpTo(response, MAX_BYTES, (bytes) => (text += decoder.decode(bytes, { stream: true })));
  return isWhole ? text : '';
}

async function countMembers(response: Response): Promise<{ isWhole: boolean; count: number | null }> {
  const counter = new MemberCounter();
  const isWhole = await readUpTo(response, MAX_CLASSES_BYTES, (bytes) => counter.push(bytes));
  return { isWhole, count: isWhole ? counter.count : null };
}

/** Returns false if the body is larger than the limit; the rest is not read. */
async function readUpTo(response: Response, limit: number, take: (bytes: Uint8Array) => void): Promise<boolean> {
  if (!response.body) return true;
  const reader = response.body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return false;
    }
    take(value);
  }
}

/** `null` for what is no response of ComfyUI. Any program may have sent it, so no other text is taken from it. */
function readStats(text: string): Pick<Found, 'version' | 'device'> | null {
  const body = parseProbeBody(text);
  const system = body?.['system'];
  const devices = body?.['devices'];
  if (!isFields(system) || !Array.isArray(devices)) return null;
  const version = system['comfyui_version'];
  const device = devices.find(isFields)?.['name'];
  return {
    version: typeof version === 'string' ? shownText(version).slice(0, MAX_VERSION_CHARS) : null,
    device: typeof device === 'string' ? shownText(device) : null,
  };
}

function redirected(location: string | null, base: string): Found {
  const to = location !== null && URL.canParse(location, base) ? new URL(location, base) : null;
  if (to === null || !/^https?:$/.test(to.protocol)) return foundAs('other');
  // To a page of the same server: that of its login, since ComfyUI redirects nothing.
  return to.origin === new URL(base).origin ? foundAs('login') : { ...foundAs('redirect'), redirectsTo: to.origin };
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const OBJECT = 0x7b;
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/**
 * Counts the members of the outermost object of a JSON text that arrives in chunks: `/object_info` has one for each node class, and
 * several MB. Python writes `NaN` in it, so no strict parser reads it.
 */
class MemberCounter {
  #members = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #first: number | null = null;

  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
        continue;
      }
      if (this.#first === null && !isSpace(byte)) this.#first = byte;
      if (byte === QUOTE) this.#isInString = true;
      else if (byte === COLON && this.#depth === 1) this.#members += 1;
      else if (OPENING.has(byte)) this.#depth += 1;
      else if (CLOSING.has(byte)) this.#depth -= 1;
    }
  }

  /** `null` if the text is no complete object. */
  get count(): number | null {
    return this.#first === OBJECT && this.#depth === 0 && !this.#isInString ? this.#members : null;
  }
}
