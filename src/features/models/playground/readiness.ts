import { isObject } from '@contract/json/json-values';
import type { FormState } from '../form/form-state';

export interface Readiness {
  /** Why it cannot be sent at all; null where it can. */
  problem: string | null;
  /** Places that the schema does not agree with. The service has the last word, so they can be overruled. */
  faults: number;
}

type ReadState = Pick<FormState, 'body' | 'unread' | 'unreadFields' | 'schemaFaults'>;

export function readiness({ body, unread, unreadFields, schemaFaults }: ReadState): Readiness {
  const faults = Object.values(schemaFaults).reduce((sum, list) => sum + list.length, 0);
  if (unread) return { problem: `The JSON cannot be read: ${unread.message}.`, faults };
  if (Object.keys(unreadFields).length > 0) return { problem: 'A field holds JSON that cannot be read.', faults };
  return { problem: isObject(body.value) ? null : 'A model takes a JSON object.', faults };
}
