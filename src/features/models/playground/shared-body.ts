import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { isObject } from '@contract/json/json-values';

/** A form to be sent to a colleague: its values in the fragment of the address, which no server sees. */
const PREFIX = 'input=';

/** Longer texts are files in disguise; most of what reads an address cuts it at some thousand characters, too. */
const MAX_TEXT = 4000;
const MAX_ADDRESS = 30_000;

const SECRET_NAME = /(?:^|_|-)(?:api_?-?key|apikey|key|token|secret|password|authorization|credential)s?$/i;
const FILE_TEXT = /^(?:data:|blob:)/i;
const BASE64_TEXT = /^[A-Za-z0-9+/]{200,}={0,2}$/;

export interface SharedBody {
  /** With the leading `#`; null where there is too much of it. */
  fragment: string | null;
  /** What does not travel along: files, secrets, addresses that were signed for this browser. */
  leftOut: readonly string[];
}

/** @throws JsonSyntaxError where the body is no JSON */
export function shareBody(bodyText: string): SharedBody {
  const leftOut: string[] = [];
  const value = withoutPrivate(parseJson(bodyText), '', leftOut) ?? {};
  const fragment = `#${PREFIX}${encodeURIComponent(stringifyJson(value))}`;
  return { fragment: fragment.length > MAX_ADDRESS ? null : fragment, leftOut };
}

/** Null where the fragment holds no body. */
export function readSharedBody(hash: string): string | null {
  const text = hash.replace(/^#/, '');
  if (!text.startsWith(PREFIX)) return null;
  try {
    const body = decodeURIComponent(text.slice(PREFIX.length));
    const value = parseJson(body);
    return isObject(value) ? body : null;
  } catch {
    return null;
  }
}

/** Undefined where the value itself is private. */
function withoutPrivate(value: JsonValue, name: string, leftOut: string[]): JsonValue | undefined {
  if (typeof value === 'string') {
    if (!SECRET_NAME.test(name) && !isPrivateText(value)) return value;
    leftOut.push(name);
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const kept = withoutPrivate(item, name, leftOut);
      return kept === undefined ? [] : [kept];
    });
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, member]) => {
    const part = withoutPrivate(member, key, leftOut);
    return part === undefined ? [] : [[key, part] as const];
  });
  return Object.fromEntries(kept);
}

function isPrivateText(text: string): boolean {
  return text.length > MAX_TEXT || FILE_TEXT.test(text) || BASE64_TEXT.test(text) || isSignedAddress(text);
}

/** Signed addresses open without a credential, for whoever has them. */
function isSignedAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const names = [...new URL(text).searchParams.keys()].map((name) => name.toLowerCase());
  return names.some((name) => /^(?:sig|signature|token|expires|x-amz-signature|x-goog-signature)$/.test(name));
}
