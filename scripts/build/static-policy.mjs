// Headers of a build without a gateway: those of the gateway (`server/platform/http/console-headers.ts`), except for what depends on
// the deployment URL.

/** Servers that pages may connect to: any over HTTPS, and those of this machine. */
const SERVERS = 'https: http://127.0.0.1:* http://localhost:*';

/**
 * @param {string} nonce for styles that overlay components insert. It is the same for every visitor, since a static
 *   host cannot generate one: it only blocks styles that do not know it.
 * @returns {string[]} directives that work in a page and in a header
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

/** Returns the policy for `<meta http-equiv>`, where browsers ignore `frame-ancestors`. @param {string} nonce */
export function pagePolicy(nonce) {
  return directives(nonce).join('; ');
}

/** @param {string} nonce */
function headerPolicy(nonce) {
  return [...directives(nonce), "frame-ancestors 'none'"].join('; ');
}

/** Returns a `_headers` file in the format of Netlify and Cloudflare Pages. @param {string} nonce @param {string} base */
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
    // By default hosts make browsers revalidate files without a rule.
    block(`${base}_app/*`, [['cache-control', 'public, max-age=31536000, immutable']]),
  ].join('\n');
}
