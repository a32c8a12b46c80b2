import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { valueText } from '@/shared/fields/typed-text';
import type { Field } from '../../schema/field';
import type { FormSession } from './form-session';

export type SentState = 'unset' | 'null' | 'empty' | 'value';

export function sentState(value: JsonValue | undefined): SentState {
  if (value === undefined) return 'unset';
  if (value === null) return 'null';
  return value === '' ? 'empty' : 'value';
}

export interface StateChange {
  label: string;
  onSelect: () => void;
}

const COMPOSITE: ReadonlySet<Field['kind']> = new Set(['object', 'array', 'map', 'union']);
const MAX_DEFAULT_CHARACTERS = 32;

/**
 * Returns the available state changes of a field: not sent, null, empty text, default, and from JSON back to a form.
 */
export function stateChanges(field: Field, state: SentState, isJson: boolean, session: FormSession): StateChange[] {
  const { path, defaultValue } = field;
  const isItem = typeof path.at(-1) === 'number';
  const changes: StateChange[] = [];
  if (!field.required && !isItem && state !== 'unset') {
    changes.push({ label: 'Do not send', onSelect: () => session.remove(path) });
  }
  if (field.nullable && state !== 'null') {
    changes.push({ label: 'Send null', onSelect: () => session.set(path, null) });
  }
  if (field.kind === 'text' && !field.required && state !== 'empty') {
    changes.push({ label: 'Send an empty text', onSelect: () => session.set(path, '') });
  }
  if (defaultValue !== undefined && defaultValue !== null && !isObject(defaultValue) && state !== 'unset') {
    const label = `Send the default, ${valueText(defaultValue).slice(0, MAX_DEFAULT_CHARACTERS)}`;
    changes.push({ label, onSelect: () => session.set(path, defaultValue) });
  }
  if (COMPOSITE.has(field.kind)) {
    const label = isJson ? 'Edit as a form' : 'Edit as JSON';
    changes.push({ label, onSelect: () => session.setAsJson(path, !isJson) });
  }
  return changes;
}
