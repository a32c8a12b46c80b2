/** Brings a field into view and puts the focus into its first control. */
export function focusField(key: string): void {
  focusIn(document.querySelector(`[data-field="${CSS.escape(key)}"]`));
}

/** Brings the card of a node into view. */
export function focusCard(nodeId: string): void {
  focusIn(document.querySelector(`[data-node="${CSS.escape(nodeId)}"]`));
}

/** Shows the card of a node; the focus stays where it is, such as on the graph. */
export function showCard(nodeId: string): void {
  document.querySelector(`[data-node="${CSS.escape(nodeId)}"]`)?.scrollIntoView({ block: 'center' });
}

function focusIn(container: Element | null): void {
  if (!container) return;
  const control = container.querySelector<HTMLElement>('input:not([type=file]), textarea, button, [tabindex]');
  container.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
