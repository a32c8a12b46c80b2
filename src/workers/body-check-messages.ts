import type { FormFault } from '@/features/models/schema/form-error';

/** To the worker that judges bodies: first the document, then any number of bodies. Ending the worker cancels. */
export type BodyCheckRequest =
  /** Patterns can take for ever, so they can be left out. */
  { kind: 'prepare'; document: string; patterns: boolean } | { kind: 'check'; id: number; body: string };

export type BodyCheckReply =
  | { kind: 'ready' }
  | { kind: 'checked'; id: number; faults: readonly FormFault[] }
  /** The document or the body is beyond the validator: too deep, or no JSON. */
  | { kind: 'failed'; id: number | null; message: string };
