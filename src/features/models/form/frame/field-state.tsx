import { Ellipsis, X } from 'lucide-react';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { valueIn } from '../../schema/body';
import { pathKey, type Field } from '../../schema/field';
import { useForm, useFormParts } from '../state/form-context';
import { sentState, stateChanges } from '../state/state-changes';

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
  if (changes.length === 1 && only.label === 'Do not send') {
    return (
      <Button
        tone="ghost"
        size="icon-sm"
        className={QUIET}
        aria-label={`Do not send ${field.title}`}
        title="Do not send"
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
        <Button tone="ghost" size="icon-sm" className={QUIET} aria-label={`What to send as ${field.title}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    />
  );
}
