import { z } from 'zod/mini';
import type { SealedKey } from './kept-keys';

/**
 * Keys that are encrypted with a passphrase: PBKDF2 makes it expensive to guess, AES-GCM detects every change of the record. What
 * the key is for is authenticated with it, so that a record that was moved or altered does not open.
 */
const Record = z.object({
  /** Version of the format. */
  sealed: z.literal(1),
  origins: z.array(z.string()),
  iterations: z.number(),
  salt: z.string(),
  iv: z.string(),
  data: z.string(),
});

/** As OWASP recommends for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
/** A changed record must not block the page for minutes. */
const MAX_ITERATIONS = 10_000_000;
const SALT_BYTES = 16;
const IV_BYTES = 12;

interface KeyToSeal {
  /** Under which it is stored. */
  name: string;
  origins: readonly string[];
  value: object;
}

export async function sealKey({ name, origins, value }: KeyToSeal, passphrase: string): Promise<SealedKey> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const terms = { sealed: 1, origins, iterations: ITERATIONS, salt: encode(salt), iv: encode(iv) } as const;
  const key = await deriveKey(passphrase, salt, ITERATIONS);
  const text = new TextEncoder().encode(JSON.stringify(value));
  const data = await crypto.subtle.encrypt(cipher(iv, name, terms), key, text);
  return { ...terms, data: encode(new Uint8Array(data)) };
}

/** Returns the key; `null` if the passphrase is wrong, or the record was changed. */
export async function openKey(name: string, stored: SealedKey, passphrase: string): Promise<unknown> {
  const record = Record.safeParse(stored);
  if (!record.success || record.data.iterations > MAX_ITERATIONS) return null;
  const { data, ...terms } = record.data;
  try {
    const iv = decode(terms.iv);
    const key = await deriveKey(passphrase, decode(terms.salt), terms.iterations);
    const text = await crypto.subtle.decrypt(cipher(iv, name, terms), key, decode(data));
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    return null;
  }
}

async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // The same text, whatever keyboard it is typed with.
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

interface Terms {
  origins: readonly string[];
  iterations: number;
}

function cipher(iv: Uint8Array<ArrayBuffer>, name: string, { origins, iterations }: Terms): AesGcmParams {
  const additionalData = new TextEncoder().encode(JSON.stringify([1, name, origins, iterations]));
  return { name: 'AES-GCM', iv, additionalData };
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
