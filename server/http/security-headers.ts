/**
 * On every response that sets none of its own: no sniffing, no URL in `Referer`, no use of the bytes by pages of other
 * origins, and, should a browser show the response as a page, nothing runs in it and nothing frames it.
 */
const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Keeps what the operation has set: content and the console have stricter or wider ones. */
export function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
