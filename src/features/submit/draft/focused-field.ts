/** Returns the key of the field that has the focus; `null` if none does. */
export function focusedFieldKey(): string | null {
  return document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? null;
}
