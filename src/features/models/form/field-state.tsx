import { Braces, CircleSlash, Ellipsis, Eraser, RotateCcw, TextCursor, X } from 'lucide-react';
import { Button } from '@/ui/button';
import { LateMenu } from '@/ui/late-menu';
import type { MenuItem } from '@/ui/menu';
import { valueIn } from '../schema/body';
import type { Field } from '../schema/field';
import { isObject } from '../schema/json-values';
import { pathKey } from '../schema/path';
import { useForm, useFormParts } from './form-context';
import { valueText } from './field-words';

/** Seen while the pointer or the focus is at the field, and always where nothing hovers. */
const QUIET =
  'absolute -top-1.5 right-0 opacity-0 transition-opacity group-focus-within/field:opacity-100 group-hover/field:opacity-100 aria-expanded:opacity-100 [@media(hover:none)]:opacity-100';

const COMPOSITE = new Set<Field['kind']>(['object', 'array', 'map', 'union']);

/** Not sent, null, or a value: what a field can go over to from what it is. */
export function FieldState({ field }: { field: Field }) {
  const { session } = useFormParts();
  const state = useForm(({ body }) => stateOf(valueIn(body.value, field.path)));
  const isJson = useForm(({ asJson }) => asJson[pathKey(field.path)] === true);
  const isItem = typeof field.path.at(-1) === 'number';
  const items: MenuItem[] = [];
  const { defaultValue } = field;

  if (!field.required && !isItem && state !== 'unset') {
    items.push({ label: 'Do not send', icon: <Eraser aria-hidden />, onSelect: () => session.remove(field.path) });
  }
  if (field.nullable && state !== 'null') {
    items.push({
      label: 'Send null',
      icon: <CircleSlash aria-hidden />,
      onSelect: () => session.set(field.path, null),
    });
  }
  const isOnlyReset = items.length === 1 && state !== 'unset' && !field.nullable;
  if (field.kind === 'text' && !field.required && state !== 'empty') {
    items.push({
      label: 'Send an empty text',
      icon: <TextCursor aria-hidden />,
      onSelect: () => session.set(field.path, ''),
    });
  }
  if (defaultValue !== undefined && defaultValue !== null && !isObject(defaultValue) && state !== 'unset') {
    items.push({
      label: `Send the default, ${valueText(defaultValue).slice(0, 32)}`,
      icon: <RotateCcw aria-hidden />,
      onSelect: () => session.set(field.path, defaultValue),
    });
  }
  if (COMPOSITE.has(field.kind)) {
    items.push({
      label: isJson ? 'Edit as a form' : 'Edit as JSON',
      icon: <Braces aria-hidden />,
      onSelect: () => session.setAsJson(field.path, !isJson),
    });
  }
  if (items.length === 0) return null;
  if (isOnlyReset && items.length === 1) {
    return (
      <Button
        tone="ghost"
        size="icon-sm"
        className={QUIET}
        aria-label={`Do not send ${field.title}`}
        title="Do not send"
        onClick={items[0]?.onSelect}
      >
        <X aria-hidden />
      </Button>
    );
  }
  return (
    <LateMenu
      items={items}
      trigger={
        <Button tone="ghost" size="icon-sm" className={QUIET} aria-label={`What to send as ${field.title}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    />
  );
}

function stateOf(value: unknown): 'unset' | 'null' | 'empty' | 'value' {
  if (value === undefined) return 'unset';
  if (value === null) return 'null';
  return value === '' ? 'empty' : 'value';
}
