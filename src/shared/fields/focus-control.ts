/** The control of a field, preferred over the actions for the field as a whole. */
const TYPED_INTO =
  'input:not([type=file], [type=range]), textarea, [role=switch], [role=combobox], [role=radio][tabindex="0"]';
const PRESSED = 'button:not([tabindex="-1"]), [tabindex]:not(button)';

/** Scrolls a field into view and focuses its control. */
export function focusControl(container: Element | null): void {
  if (!container) return;
  const control = controlIn(container);
  container.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

export function controlIn(container: Element): HTMLElement | null {
  return container.querySelector<HTMLElement>(TYPED_INTO) ?? container.querySelector<HTMLElement>(PRESSED);
}
