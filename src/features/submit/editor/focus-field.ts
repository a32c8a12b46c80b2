import { focusControl } from '@/shared/fields/focus-control';

/** Scrolls a field into view and focuses its first control. */
export function focusField(key: string): void {
  focusControl(document.querySelector(`[data-field="${CSS.escape(key)}"]`));
}

/** Scrolls the card of a node into view. */
export function focusCard(nodeId: string): void {
  focusControl(document.querySelector(`[data-node="${CSS.escape(nodeId)}"]`));
}

/** Shows the card of a node without moving the focus, for example from the graph. */
export function showCard(nodeId: string): void {
  document.querySelector(`[data-node="${CSS.escape(nodeId)}"]`)?.scrollIntoView({ block: 'center' });
}
