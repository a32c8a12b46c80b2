import { create } from 'zustand';

/**
 * Origins that the security policy of this page blocks. The gateway allows those of its direct surfaces when it serves the page,
 * so a surface that is added later needs a reload.
 */
export const useBlockedOrigins = create<{ origins: ReadonlySet<string> }>(() => ({ origins: new Set() }));

/** Records policy violations until the page closes. */
export function watchPagePolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    if (effectiveDirective !== 'connect-src' || !URL.canParse(blockedURI)) return;
    const { origin } = new URL(blockedURI);
    useBlockedOrigins.setState(({ origins }) => (origins.has(origin) ? {} : { origins: new Set(origins).add(origin) }));
  });
}

/** Returns true if the policy caused the failure of a request to this URL. The browser reports violations in a separate task. */
export async function isBlockedByPage(url: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve));
  return useBlockedOrigins.getState().origins.has(new URL(url).origin);
}
