import { create } from 'zustand';

/**
 * Origins that the security policy of this page blocks. The gateway allows those of its direct surfaces when it serves the page,
 * so a surface that is added later needs a reload, and so do the files of a surface on an origin that a link named since.
 */
export const useBlockedOrigins = create<{
  /** For requests. */
  origins: ReadonlySet<string>;
  /** For requests, images or media. */
  files: ReadonlySet<string>;
}>(() => ({ origins: new Set(), files: new Set() }));

const LOADING = new Set(['connect-src', 'img-src', 'media-src']);

/** Records policy violations until the page closes. */
export function watchPagePolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    if (!LOADING.has(effectiveDirective) || !URL.canParse(blockedURI)) return;
    const { origin } = new URL(blockedURI);
    useBlockedOrigins.setState(({ origins, files }) => ({
      origins: effectiveDirective === 'connect-src' ? withOrigin(origins, origin) : origins,
      files: withOrigin(files, origin),
    }));
  });
}

function withOrigin(origins: ReadonlySet<string>, origin: string): ReadonlySet<string> {
  return origins.has(origin) ? origins : new Set(origins).add(origin);
}

/** Returns true if the policy caused the failure of a request to this URL. The browser reports violations in a separate task. */
export async function isBlockedByPage(url: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve));
  return useBlockedOrigins.getState().origins.has(new URL(url).origin);
}
