import { useState } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { formatCount } from '@/lib/format';
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
      ? `${formatCount(refused.length, 'entry', 'entries')} cannot be an item: ${refused[0]?.slice(0, 40)}.`
      : '',
    left > 0 ? `${formatCount(left, 'item')} too many: at most ${field.maxItems} are allowed.` : '',
  ].join(' ');
  return (
    <Dialog
      isOpen
      size="md"
      title={`Paste into ${field.title}`}
      description={
        isPastedAsJson(field.item(0))
          ? 'A JSON array, or one item as JSON a line.'
          : 'One item a line, or a JSON array.'
      }
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabledReason={taken.length === 0 ? 'No items yet.' : null}
            onClick={() => onPaste(taken)}
          >
            Add {taken.length === 0 ? 'items' : formatCount(taken.length, 'item')}
          </Button>
        </>
      }
    >
      <Field label="Items" error={problem.trim() || undefined}>
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
