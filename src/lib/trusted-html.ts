/**
 * Under `require-trusted-types-for 'script'` every assignment of markup goes through the `default` policy. Radix writes the style
 * of its select that way. Text without `<` cannot create elements, so only such text passes.
 */
interface HtmlPolicyFactory {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown;
}

export function installHtmlPolicy(): void {
  // Not in every browser, and not in the types of the DOM.
  const factory = (globalThis as { trustedTypes?: HtmlPolicyFactory }).trustedTypes;
  factory?.createPolicy('default', { createHTML: withoutMarkup });
}

/** Returns `null` for markup, which makes the browser reject the assignment. */
export function withoutMarkup(text: string): string | null {
  return text.includes('<') ? null : text;
}
