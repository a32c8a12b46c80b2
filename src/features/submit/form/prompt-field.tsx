import type { KeyboardEvent } from 'react';
import { formatCount } from '@/lib/format';
import { takeControlKey } from '@/shared/commands/key-listener';
import { announce } from '@/shared/feedback/announce';
import { LongTextField } from '@/shared/fields/long-text-field';
import { replaceText } from '@/shared/snippets/replace-text';
import type { FormField } from '../draft/form-model';
import { useField } from './use-field';
import { changeWeight } from './attention-weight';

/** Long text with its length, and with keys that change the weight of a part of it. */
export function PromptField({ field }: { field: FormField }) {
  const { editor, frame, typing } = useField(field);
  const lengthId = `length-${field.key}`.replace(/\s/g, '_');
  const length = lengthText(typing.text);
  const change = (box: HTMLTextAreaElement, direction: 1 | -1): boolean => {
    const edit = changeWeight(box.value, { start: box.selectionStart, end: box.selectionEnd }, direction);
    if (!edit) return false;
    editor.endEditGroup();
    replaceText(box, edit);
    box.setSelectionRange(edit.start, edit.start + edit.replacement.length);
    announce(`Weight ${edit.weight}`);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const box = event.currentTarget;
    const commands = { 'weight-up': () => change(box, 1), 'weight-down': () => change(box, -1) };
    if (takeControlKey(event.nativeEvent, commands)) event.preventDefault();
  };
  const describedBy = [frame.describedBy, lengthId].filter(Boolean).join(' ');
  return (
    <>
      <LongTextField
        {...typing}
        frame={{ ...frame, note: length || undefined, describedBy }}
        onKeyDown={onKeyDown}
        onEditGroup={() => editor.endEditGroup()}
      />
      <span id={lengthId} className="sr-only">
        {length}
      </span>
    </>
  );
}

/** Models count tokens, each in its own way: only what is certain is shown. */
function lengthText(text: string): string {
  if (text === '') return '';
  const words = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return `${formatCount([...text].length, 'character')}, ${formatCount(words, 'word')}`;
}
