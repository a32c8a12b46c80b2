/** Props of the control that has the focus when the dialog opens, or when its axis is added. */
export function focusMark(isMarked: boolean): { 'data-autofocus'?: '' } {
  return isMarked ? { 'data-autofocus': '' } : {};
}

/** Focuses that control within an element. */
export function focusMarked(container: Element | null): void {
  const marked = container?.querySelector('[data-autofocus]');
  if (marked instanceof HTMLElement) marked.focus();
}
