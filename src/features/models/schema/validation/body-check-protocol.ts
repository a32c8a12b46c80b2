import type { FormError } from '@/features/models/schema/form-error';

/**
 * Messages to the body validation worker: first the document, then any number of bodies. Canceled by terminating the
 * worker.
 */
export type BodyCheckRequest =
  /** Patterns may never terminate, so they can be skipped. */
  { kind: 'prepare'; document: string; patterns: boolean } | { kind: 'check'; id: number; body: string };

export type BodyCheckReply =
  | { kind: 'ready' }
  | { kind: 'checked'; id: number; faults: readonly FormError[] }
  /** The validator cannot process the document or the body: nested too deeply, or not JSON. */
  | { kind: 'failed'; id: number | null; message: string };
