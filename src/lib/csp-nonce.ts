/**
 * The gateway writes a fresh nonce into index.html for the few styles that Radix injects (scroll locking, select); `style-src`
 * allows no others. `get-nonce`, which those libraries call, reads this global.
 */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

export function announceNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: cspNonce() });
}
