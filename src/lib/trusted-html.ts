/**
 * Under `require-trusted-types-for 'script'` every assignment of markup goes through the `default` policy. radix writes
 * the style of its select that way; text without `<` can make no element, so that and nothing else passes.
 */
interface HtmlPolicyFactory {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown;
}

export function installHtmlPolicy(): void {
  const factory = (globalThis as { trustedTypes?: HtmlPolicyFactory }).trustedTypes;
  factory?.createPolicy('default', { createHTML: withoutMarkup });
}

/** Null makes the browser refuse the assignment. */
export function withoutMarkup(text: string): string | null {
  return text.includes('<') ? null : text;
}
