import { defineSetting } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';

const MAX_STORED = 100;

/** Failures by file, newest last. The reason is a message for the user, or empty if the page crashed before it was known. */
type Failures = readonly (readonly [fileKey: string, reason: string])[];

const failures = defineSetting<Failures>('scenes.failed', {
  schema: json((stored) => (Array.isArray(stored) ? stored.filter(isFailure) : undefined)),
  default: [],
});

/** Returns why the file could not be rendered on this device; empty if unknown, `null` if it never failed. */
export function failureOf(fileKey: string): string | null {
  return failures.get().find(([key]) => key === fileKey)?.[1] ?? null;
}

/** Records a failure. Also called before a file is rendered, since a page that hangs or crashes can no longer write. */
export function recordFailure(fileKey: string, reason: string): void {
  failures.update((stored) => [...without(stored, fileKey), [fileKey, reason] as const].slice(-MAX_STORED));
}

export function forgetFailure(fileKey: string): void {
  failures.update((stored) => without(stored, fileKey));
}

function without(stored: Failures, fileKey: string): Failures {
  return stored.filter(([key]) => key !== fileKey);
}

function isFailure(entry: unknown): entry is Failures[number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
}
