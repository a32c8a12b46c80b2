/** Brings a field into view and puts the focus into its first control. */
export function focusField(key: string): void {
  focusIn(document.querySelector(`[data-field="${CSS.escape(key)}"]`));
}

/** Brings the card of a node into view. */
export function focusCard(nodeId: string): void {
  focusIn(document.querySelector(`[data-node="${CSS.escape(nodeId)}"]`));
}

function focusIn(container: Element | null): void {
  if (!container) return;
  const control = container.querySelector<HTMLElement>('input:not([type=file]), textarea, button, [tabindex]');
  container.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
