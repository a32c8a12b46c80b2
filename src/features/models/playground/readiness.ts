import { isObject } from '@contract/json/json-values';
import type { FormState } from '../form/state/form-session';

export interface Readiness {
  /** Reason why the body cannot be sent; `null` if it can be sent. */
  problem: string | null;
  /** Schema violations. The service makes the final decision, so the user can override them. */
  faults: number;
}

type ReadState = Pick<FormState, 'body' | 'unread' | 'typed' | 'schemaErrors'>;

export function readiness({ body, unread, typed, schemaErrors }: ReadState): Readiness {
  const faults = Object.values(schemaErrors).reduce((sum, list) => sum + list.length, 0);
  if (unread) return { problem: `The JSON cannot be read: ${unread.message}.`, faults };
  if (Object.values(typed).some(({ problem }) => problem !== null))
    return { problem: 'A field holds JSON that cannot be read.', faults };
  return { problem: isObject(body.value) ? null : 'The input must be a JSON object.', faults };
}
