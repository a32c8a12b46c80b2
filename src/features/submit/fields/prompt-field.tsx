import type { KeyboardEvent } from 'react';
import { formatCount } from '@/lib/format';
import { takeControlKey } from '@/shared/commands/key-listener';
import { announce } from '@/shared/feedback/announce';
import { TextField } from '@/shared/fields/text-field';
import type { FormField } from '../editor/form-model';
import { useField } from '../editor/use-field';
import { changeWeight } from './attention-weight';

/** Long text with its length, and with keys that change the weight of a part of it. */
export function PromptField({ field }: { field: FormField }) {
  const { session, frame, typing } = useField(field);
  const lengthId = `length-${field.key}`.replace(/\s/g, '_');
  const length = lengthText(typing.text);
  const change = (box: HTMLTextAreaElement, direction: 1 | -1): boolean => {
    const edit = changeWeight(box.value, { start: box.selectionStart, end: box.selectionEnd }, direction);
    if (!edit) return false;
    session.endEditGroup();
    replaceText(box, edit);
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
      <TextField
        {...typing}
        frame={{ ...frame, note: length || undefined, describedBy }}
        format="long"
        onKeyDown={onKeyDown}
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

/** Replaces text as if it were typed, so that the undo of the browser includes it. */
function replaceText(box: HTMLTextAreaElement, edit: { start: number; end: number; replacement: string }): void {
  box.setSelectionRange(edit.start, edit.end);
  // Deprecated, and the only edit of a text box that undo includes.
  if (!document.execCommand('insertText', false, edit.replacement)) {
    box.setRangeText(edit.replacement, edit.start, edit.end, 'select');
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  box.setSelectionRange(edit.start, edit.start + edit.replacement.length);
}
