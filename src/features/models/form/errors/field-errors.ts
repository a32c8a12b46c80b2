import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { pathKey, isWithin, pathText, type FieldPath } from '../../schema/field';
import type { FormError } from '../../schema/form-error';
import { useForm } from '../state/form-context';
import type { FormState } from '../state/form-session';
import type { ErrorTable } from '../state/error-table';

/**
 * Returns the text of the errors to show at a path: those of the service at once, else those of the schema after the
 * field has lost focus or Run was pressed. An empty form is not full of errors.
 */
export function useErrors(path: FieldPath): string | undefined {
  const key = pathKey(path);
  // Selects text, not errors: most fields have none, and equal text does not cause a re-render.
  return useForm((state) => {
    const errors = state.receivedErrors[key] ?? (isShown(state, key) ? state.schemaErrors[key] : undefined);
    const unread = state.typed[key]?.problem ?? undefined;
    return errors || unread ? sentence(path, unread, errors ?? []) : undefined;
  });
}

/** Returns the errors at a path and below it that no other field can show. */
export function useErrorsWithin(path: FieldPath): string | undefined {
  const key = pathKey(path);
  return useForm((state) => {
    const schema = isShown(state, key) ? errorsWithin(state.schemaErrors, path) : [];
    return sentence(path, state.typed[key]?.problem ?? undefined, [
      ...errorsWithin(state.receivedErrors, path),
      ...schema,
    ]);
  });
}

function isShown(state: FormState, key: string): boolean {
  return state.isAttempted || state.left[key] === true;
}

function sentence(path: FieldPath, unread: string | undefined, errors: readonly FormError[]): string | undefined {
  const words = [...(unread === undefined ? [] : [unread]), ...errors.map((error) => errorText(error, path))];
  return words.length > 0 ? words.join(' ') : undefined;
}

function errorsWithin(table: ErrorTable, path: FieldPath): readonly FormError[] {
  return Object.values(table).flatMap((list) => list.filter((error) => isWithin(error.path, path)));
}

const MAX_ECHO = 60;

/** Names of bounds in the `ctx` of a 422. */
const BOUNDS: Readonly<Record<string, (bound: string) => string>> = {
  le: (bound) => t('at most {bound}', { bound }),
  ge: (bound) => t('at least {bound}', { bound }),
  lt: (bound) => t('less than {bound}', { bound }),
  gt: (bound) => t('more than {bound}', { bound }),
  max_length: (bound) => t('length at most {bound}', { bound }),
  min_length: (bound) => t('length at least {bound}', { bound }),
  multiple_of: (bound) => t('a multiple of {bound}', { bound }),
};

/**
 * Formats an error for the field at `at`. Errors of the service include the bound and the rejected value as reported;
 * `null` is a value, an absent value is omitted (R-2.58 to R-2.62).
 */
export function errorText(error: FormError, at: FieldPath): string {
  const below = error.path.slice(at.length);
  const place = below.length > 0 ? `${pathText(below)}: ` : '';
  if (error.source === 'schema') return `${place}${error.message}`;
  const context = Object.entries(error.context ?? {}).flatMap(([name, value]) => {
    const boundText = BOUNDS[name];
    if (boundText === undefined) return [`${name} ${short(value)}`];
    // The message often names it.
    return error.message.includes(short(value)) ? [] : [boundText(short(value))];
  });
  const sent = error.input === undefined ? '' : t('you sent {text}', { text: short(error.input) });
  const details = [context.join(', '), sent].filter(Boolean).join('; ');
  return `${place}${error.message}${details ? ` (${details})` : ''}`;
}

function short(value: JsonValue): string {
  return middleEllipsis(stringifyJson(value), MAX_ECHO);
}
