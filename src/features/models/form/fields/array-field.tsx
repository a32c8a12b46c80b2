import { ClipboardPaste, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { controlIn } from '@/shared/fields/focus-control';
import { GroupFrame } from '@/shared/fields/field-frame';
import { Button } from '@/ui/button';
import { valueIn } from '../../schema/body';
import { appendItems, moveItem } from '../../schema/body-edits';
import type { ArrayField as ArrayFieldModel } from '../../schema/field';
import { initialValue } from '../../schema/initial-value';
import { ArrayRow } from './array-row';
import { useFrame } from '../frame/field-frame';
import { defaultNote } from '../frame/field-text';
import { useForm, useFormParts, type FieldViewProps } from '../state/form-context';
import { MediaItems } from './media-items';
import { useRowKeys } from './use-stable-keys';
import { BulkPasteDialog } from './bulk-paste-dialog';

const MANY_ITEMS = 50;

export function ArrayField(props: FieldViewProps<ArrayFieldModel>) {
  const { field } = props;
  const { session } = useFormParts();
  const count = useForm(({ body }) => {
    const items = valueIn(body.value, field.path);
    return Array.isArray(items) ? items.length : 0;
  });
  const frame = useFrame(props, { note: countNote(field, count), isGroup: true });
  const [shown, setShown] = useState(MANY_ITEMS);
  const [isPasting, setPasting] = useState(false);
  const rows = useRowKeys(count);
  const list = useRef<HTMLOListElement>(null);
  const first = field.item(0);
  const isFull = field.maxItems !== null && count >= field.maxItems;
  const fullReason = isFull ? t('At most {limit} are allowed.', { limit: field.maxItems }) : null;

  const focusRow = (index: number) =>
    requestAnimationFrame(() => {
      const row = list.current?.children[index];
      if (row) controlIn(row)?.focus();
    });
  const append = (values: readonly JsonValue[]) =>
    session.change(field.path, (body) => appendItems(body, field.path, values));
  const add = () => {
    append([initialValue(field.item(count))]);
    setShown(Math.max(shown, count + 1));
    focusRow(count);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count) return;
    rows.move(from, to);
    session.change(field.path, (body) => moveItem(body, field.path, from, to));
    announce(t('Moved to place {place} of {count}', { place: to + 1, count }));
  };
  const remove = (index: number) => {
    rows.remove(index);
    session.remove([...field.path, index]);
    announce(t('Removed; {count} left', { count: count - 1 }));
    focusRow(Math.min(index, count - 2));
  };

  const items =
    count > 0 ? (
      <ol ref={list} className="flex flex-col gap-2">
        {rows.keys.slice(0, shown).map((key, index) => (
          <ArrayRow key={key} field={field} index={index} count={count} onMove={move} onRemove={remove} />
        ))}
      </ol>
    ) : null;
  const actions = (
    <>
      {count > shown ? (
        <Button size="sm" onClick={() => setShown(shown + MANY_ITEMS)}>
          {t('Show {more} more of {count}', { more: Math.min(MANY_ITEMS, count - shown), count })}
        </Button>
      ) : null}
      <Button size="sm" disabledReason={fullReason} onClick={add}>
        <Plus aria-hidden />
        {t('Add')}
      </Button>
      {first.kind === 'boolean' || first.kind === 'const' ? null : (
        <Button size="sm" tone="ghost" disabledReason={fullReason} onClick={() => setPasting(true)}>
          <ClipboardPaste aria-hidden />
          {t('Paste several')}
        </Button>
      )}
    </>
  );

  return (
    <GroupFrame frame={frame} isLong>
      {first.kind === 'media' ? (
        <MediaItems field={field} item={first} fullReason={fullReason} actions={actions}>
          {items}
        </MediaItems>
      ) : (
        <div className="flex min-w-0 flex-col gap-2">
          {items}
          <div className="flex flex-wrap gap-2">{actions}</div>
        </div>
      )}
      {isPasting ? (
        <BulkPasteDialog
          field={field}
          count={count}
          onClose={() => setPasting(false)}
          onPaste={(values) => {
            setPasting(false);
            append(values);
          }}
        />
      ) : null}
    </GroupFrame>
  );
}

function countNote({ minItems, maxItems, defaultValue }: ArrayFieldModel, count: number): string {
  if (count === 0 && Array.isArray(defaultValue)) return defaultNote(defaultValue);
  if (maxItems !== null)
    return minItems === maxItems
      ? t('{count} of {limit}', { count, limit: maxItems })
      : t('{count} of up to {limit}', { count, limit: maxItems });
  if (minItems > count) return t('at least {count}', { count: minItems });
  return count > 0 ? t('{count, plural, one {# item} other {# items}}', { count }) : '';
}
