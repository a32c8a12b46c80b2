import { msg, t } from '@/lib/i18n/messages';
import { inflate } from '../workflow-files/inflate';

/** Templates in the fragment of a URL, which browsers do not send to servers. */
const PARAMETER = 'template=';

/** Chat apps cut longer links. */
export const LONG_LINK = 8000;
/** Browsers may refuse longer ones. */
export const MAX_LINK = 60_000;
/** A short link can expand to gigabytes. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Returns the fragment without `#`. */
export async function packTemplate(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return PARAMETER + toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** Returns true for a fragment with a template, readable or not. @param hash with or without `#` */
export function hasTemplate(hash: string): boolean {
  return hash.replace(/^#/, '').startsWith(PARAMETER);
}

export type UnpackResult = { ok: true; text: string } | { ok: false; explanation: string };

/** Unpacks an untrusted fragment. */
export async function unpackTemplate(hash: string): Promise<UnpackResult> {
  const packed = hash.replace(/^#/, '').slice(PARAMETER.length);
  if (packed.length > MAX_LINK)
    return { ok: false, explanation: t('It is longer than {count} characters.', { count: MAX_LINK }) };
  const bytes = fromBase64Url(packed);
  const inflated = bytes && (await inflate(bytes, 'deflate-raw', MAX_TEXT_BYTES));
  if (inflated?.ok === false && inflated.why === 'too_large') {
    return {
      ok: false,
      explanation: t('Its content is larger than {size}.', { size: `${MAX_TEXT_BYTES / 1024 / 1024} MiB` }),
    };
  }
  const text = inflated?.ok ? decode(inflated.bytes) : null;
  return text === null ? { ok: false, explanation: t(CUT) } : { ok: true, text };
}

const CUT = msg('It was probably cut where it was copied or sent. Ask for it again, or for the file.');

function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes that a call of `fromCharCode` takes as arguments. */
const SLICE = 8192;

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
