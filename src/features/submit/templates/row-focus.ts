import { fieldKey } from '@/domains/drafts/field-key';
import type { TemplateRow } from '@/domains/drafts/template';

/** Stays the same when the row moves. For inputs it is the key of their field. */
export function rowKey(row: TemplateRow): string {
  return row.kind === 'group' ? `group ${row.id}` : fieldKey(row.pinned.nodeId, row.pinned.input);
}

/**
 * Focuses a control of a row after it is rendered: a row that moves loses the focus.
 * @param control its `data-control`, such as `text` or `up`
 */
export function focusRow(key: string, control: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-row="${CSS.escape(key)}"]`);
    const target = row?.querySelector(`[data-control="${CSS.escape(control)}"]`);
    if (target instanceof HTMLElement) target.focus();
  });
}

/** Returns the step of Alt with an arrow key; `null` for other keys. */
export function altStep(event: { altKey: boolean; key: string }): 1 | -1 | null {
  if (!event.altKey) return null;
  return event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
}

/** Name of the control that the event came from. */
export function controlOf(target: EventTarget): string {
  return (target instanceof Element && target.closest('[data-control]')?.getAttribute('data-control')) || 'text';
}
