/**
 * Defaults for responses without their own headers: no sniffing, no URL in `Referer`, no use of the bytes by pages of other
 * origins. If a browser shows the response as a page, no script runs in it and no page can frame it.
 */
const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Keeps the headers that the operation has set: content and the console have stricter or wider ones. */
export function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
