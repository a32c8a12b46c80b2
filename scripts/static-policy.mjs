// The headers of a build without a gateway: as the gateway sends them (`server/platform/console-headers.ts`), but for what
// nobody can know before the build has an address.

/** Servers that may be used from the page: any by HTTPS, and those of this machine. */
const SERVERS = 'https: http://127.0.0.1:* http://localhost:*';

/**
 * @param {string} nonce of the styles that overlay components insert. It is the same for every visitor, since nobody writes
 *   a fresh one: it keeps out styles that do not know it, and nothing more.
 * @returns {string[]} directives that hold in a page as in a header
 */
function directives(nonce) {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data: ${SERVERS}`,
    `media-src 'self' blob: ${SERVERS}`,
    `connect-src 'self' ${SERVERS}`,
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types flowdeck default',
  ];
}

/** For `<meta http-equiv>`, where browsers ignore `frame-ancestors`. @param {string} nonce */
export function pagePolicy(nonce) {
  return directives(nonce).join('; ');
}

/** @param {string} nonce */
function headerPolicy(nonce) {
  return [...directives(nonce), "frame-ancestors 'none'"].join('; ');
}

/** As Netlify and Cloudflare Pages read them. @param {string} nonce @param {string} base */
export function headersFile(nonce, base) {
  const common = [
    ['content-security-policy', headerPolicy(nonce)],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    [
      'permissions-policy',
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    ],
  ];
  const block = (/** @type {string} */ path, /** @type {string[][]} */ headers) =>
    [path, ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
  return [
    block(`${base}*`, common),
    // Hosts let browsers ask again for what no rule names.
    block(`${base}_app/*`, [['cache-control', 'public, max-age=31536000, immutable']]),
  ].join('\n');
}
