import { readNodeErrors, type NodeErrors } from '@contract/jobs/node-errors';
import { creditsUrl } from '@/api/surfaces/credits';
import type { Rejection } from './outbox-entry';

/** Details of a rejected submission, in addition to code and message. */
export interface SubmitRejection {
  nodeErrors: NodeErrors;
  /** Ids of `missing_asset`, from surfaces that list only the files (docs/api-notes.md, Assets). */
  missingIds: ReadonlySet<string>;
  creditsUrl: string | null;
}

const read = new WeakMap<Rejection, SubmitRejection>();

/** Parses the details once; all views share the result. */
export function readSubmitRejection(refusal: Rejection): SubmitRejection {
  const known = read.get(refusal);
  if (known) return known;
  const { details } = refusal;
  const ids: unknown = details?.['missing_ids'];
  const rejection: SubmitRejection = {
    nodeErrors: readNodeErrors(details),
    missingIds: new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []),
    creditsUrl: creditsUrl(details),
  };
  read.set(refusal, rejection);
  return rejection;
}
