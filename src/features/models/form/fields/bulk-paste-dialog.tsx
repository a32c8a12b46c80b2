import { useState } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { TextArea } from '@/ui/input/text-input';
import type { ArrayField } from '../../schema/field';
import { isPastedAsJson, pastedItems } from './pasted-items';

interface BulkPasteDialogProps {
  field: ArrayField;
  /** Number of existing items. */
  count: number;
  onPaste: (values: readonly JsonValue[]) => void;
  onClose: () => void;
}

export function BulkPasteDialog({ field, count, onPaste, onClose }: BulkPasteDialogProps) {
  const [text, setText] = useState('');
  const { values, refused } = pastedItems(text, field);
  const room = field.maxItems === null ? values.length : Math.max(0, field.maxItems - count);
  const taken = values.slice(0, room);
  const left = values.length - taken.length;
  const problem = [
    refused.length > 0
      ? t('{count, plural, one {# entry} other {# entries}} cannot be an item: {entry}.', {
          count: refused.length,
          entry: refused[0]?.slice(0, 40) ?? '',
        })
      : '',
    left > 0
      ? t('{count, plural, one {# item} other {# items}} too many: at most {limit} are allowed.', {
          count: left,
          limit: field.maxItems ?? '',
        })
      : '',
  ].join(' ');
  return (
    <Dialog
      isOpen
      size="md"
      title={t('Paste into {title}', { title: field.title })}
      description={
        isPastedAsJson(field.item(0))
          ? t('A JSON array, or one item as JSON a line.')
          : t('One item a line, or a JSON array.')
      }
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            disabledReason={taken.length === 0 ? t('No items yet.') : null}
            onClick={() => onPaste(taken)}
          >
            {t('Add {count, plural, =0 {items} one {# item} other {# items}}', { count: taken.length })}
          </Button>
        </>
      }
    >
      <Field label={t('Items')} error={problem.trim() || undefined}>
        {(control) => (
          <TextArea
            {...control}
            data-autofocus
            rows={10}
            spellCheck={false}
            className="font-mono text-sm"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
