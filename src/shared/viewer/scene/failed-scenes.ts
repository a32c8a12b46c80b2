import { writeSetting, readText } from '@/lib/local-storage';

const STORAGE_KEY = 'flowdeck.scenes.failed';
const MAX_STORED = 100;

/** By file, the newest last. The reason is a sentence, or empty if the page did not live to know one. */
type Failures = readonly (readonly [fileKey: string, reason: string])[];

/** Why the file could not be rendered on this device; empty if unknown, `null` if it never failed. */
export function failureOf(fileKey: string): string | null {
  return readFailures().find(([key]) => key === fileKey)?.[1] ?? null;
}

/** Written before a file is rendered, too: a page that stops or crashes writes nothing any more. */
export function recordFailure(fileKey: string, reason: string): void {
  const others = readFailures().filter(([key]) => key !== fileKey);
  writeSetting(STORAGE_KEY, JSON.stringify([...others, [fileKey, reason]].slice(-MAX_STORED)));
}

export function forgetFailure(fileKey: string): void {
  const others = readFailures().filter(([key]) => key !== fileKey);
  writeSetting(STORAGE_KEY, others.length === 0 ? null : JSON.stringify(others));
}

function readFailures(): Failures {
  try {
    const stored: unknown = JSON.parse(readText(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isFailure) : [];
  } catch {
    return [];
  }
}

function isFailure(entry: unknown): entry is Failures[number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
}
