import { Ellipsis, X } from 'lucide-react';
import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { valueText } from '@/shared/fields/typed-text';
import { valueIn } from '../../schema/body';
import { pathKey, type Field } from '../../schema/field';
import { useForm, useFormParts } from '../state/form-context';
import type { FormSession } from '../state/form-session';

/** Visible while the pointer or the focus is on the field; always visible on devices without hover. */
const QUIET =
  'absolute -top-1.5 right-0 opacity-(--field-near,0) transition-opacity aria-expanded:opacity-100 [@media(hover:none)]:opacity-100';

interface FieldStateProps {
  field: Field;
  /** Whether the pointer or the focus has been on the field; until then, the menu is only rendered for a sent value. */
  isNear: boolean;
}

/** Menu of state changes, rendered once the field has a value or the user has approached it. */
export function FieldState({ field, isNear }: FieldStateProps) {
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  return isSent || isNear ? <StateChanges field={field} /> : null;
}

/** A button instead of the menu if clearing is the only change. */
function StateChanges({ field }: { field: Field }) {
  const { session } = useFormParts();
  const key = pathKey(field.path);
  const state = useForm(({ body }) => sentState(valueIn(body.value, field.path)));
  const isJson = useForm(({ asJson }) => asJson[key] === true);
  const changes = stateChanges(field, state, isJson, session);
  const [only] = changes;
  if (!only) return null;
  if (changes.length === 1 && only.isRemoval) {
    return (
      <Button
        tone="ghost"
        size="icon-sm"
        className={QUIET}
        aria-label={t('Do not send {title}', { title: field.title })}
        title={t('Do not send')}
        onClick={only.onSelect}
      >
        <X aria-hidden />
      </Button>
    );
  }
  return (
    <LazyMenu
      items={changes}
      trigger={
        <Button
          tone="ghost"
          size="icon-sm"
          className={QUIET}
          aria-label={t('What to send as {title}', { title: field.title })}
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    />
  );
}

type SentState = 'unset' | 'null' | 'empty' | 'value';

function sentState(value: JsonValue | undefined): SentState {
  if (value === undefined) return 'unset';
  if (value === null) return 'null';
  return value === '' ? 'empty' : 'value';
}

interface StateChange {
  label: string;
  isRemoval?: true;
  onSelect: () => void;
}

const COMPOSITE: ReadonlySet<Field['kind']> = new Set(['object', 'array', 'map', 'union']);
const MAX_DEFAULT_CHARACTERS = 32;

/**
 * Returns the available state changes of a field: not sent, null, empty text, default, and from JSON back to a form.
 */
function stateChanges(field: Field, state: SentState, isJson: boolean, session: FormSession): StateChange[] {
  const { path, defaultValue } = field;
  const isItem = typeof path.at(-1) === 'number';
  const changes: StateChange[] = [];
  if (!field.required && !isItem && state !== 'unset') {
    changes.push({ label: t('Do not send'), isRemoval: true, onSelect: () => session.remove(path) });
  }
  if (field.nullable && state !== 'null') {
    changes.push({ label: t('Send null'), onSelect: () => session.set(path, null) });
  }
  if (field.kind === 'text' && !field.required && state !== 'empty') {
    changes.push({ label: t('Send an empty text'), onSelect: () => session.set(path, '') });
  }
  if (defaultValue !== undefined && defaultValue !== null && !isObject(defaultValue) && state !== 'unset') {
    const label = t('Send the default, {value}', {
      value: valueText(defaultValue).slice(0, MAX_DEFAULT_CHARACTERS),
    });
    changes.push({ label, onSelect: () => session.set(path, defaultValue) });
  }
  if (COMPOSITE.has(field.kind)) {
    const label = isJson ? t('Edit as a form') : t('Edit as JSON');
    changes.push({ label, onSelect: () => session.setAsJson(path, !isJson) });
  }
  return changes;
}
