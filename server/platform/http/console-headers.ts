import { isPlainOrigin } from '@contract/console/surfaces';

export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};

/** Sources from which the console may load. */
export interface PageSources {
  /** Origins as seen by browsers: that of the request, and the public one. */
  origins: readonly string[];
  /** Paths of scripts; folders end with a slash. */
  scripts: readonly string[];
  /** Precedes these paths in browsers. */
  mount: string;
  /** Origins of surfaces that pages reach directly, and of their files: data, images and media, never code. */
  surfaces: readonly string[];
}

/** The build folder; only the build writes to it. */
const BUILD_FOLDER = '/_app/';

/**
 * Builds the policy. @param nonce for the styles that overlay components insert; `null` if the response is not a page. Scripts and
 * styles come from the build only: `'self'` would also include stored files. `wasm-unsafe-eval` compiles WebAssembly (the hash). Of
 * the two Trusted Types policies, `flowdeck` creates our own workers and `default` rejects all markup.
 */
export function contentSecurityPolicy(
  nonce: string | null,
  { origins, scripts, mount, surfaces }: PageSources,
): string {
  const within = (paths: readonly string[]) =>
    origins.every(canHavePath)
      ? origins.flatMap((origin) => paths.map((path) => origin + mount + path)).join(' ')
      : "'self'";
  const code = within([BUILD_FOLDER, ...scripts]);
  const styles = within([BUILD_FOLDER]);
  const loaded = ["'self'", ...surfaces.filter(isPlainOrigin)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${code} 'wasm-unsafe-eval'`,
    nonce === null ? `style-src ${styles}` : `style-src ${styles} 'nonce-${nonce}'`,
    `img-src ${loaded} blob: data:`,
    `media-src ${loaded} blob:`,
    `connect-src ${loaded}`,
    `font-src ${styles}`,
    `worker-src ${code}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types flowdeck default',
  ].join('; ');
}

/**
 * Returns true if a source can include a path. CSP 3, 6.7.2.8: of IP addresses only 127.0.0.1 matches; the console is rarely opened
 * by another one.
 */
function canHavePath(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === '127.0.0.1' || !/^\[|^\d+(?:\.\d+){3}$/.test(hostname);
}
