interface TextChange {
  start: number;
  end: number;
  replacement: string;
}

/** Replaces text as if it were typed, so that the undo of the browser includes it. The box must have the focus. */
export function replaceText(box: HTMLTextAreaElement, { start, end, replacement }: TextChange): void {
  box.setSelectionRange(start, end);
  // Deprecated, and the only edit of a text box that undo includes.
  if (!document.execCommand('insertText', false, replacement)) {
    box.setRangeText(replacement, start, end, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
}
