import { create } from 'zustand';

/**
 * Origins that the policy of this page does not let it reach. A gateway allows those of its direct surfaces when it sends
 * the page, so a surface that was added later needs a reload.
 */
export const useBlockedOrigins = create<{ origins: ReadonlySet<string> }>(() => ({ origins: new Set() }));

/** For as long as the page is open. */
export function watchPagePolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    if (effectiveDirective !== 'connect-src' || !URL.canParse(blockedURI)) return;
    const { origin } = new URL(blockedURI);
    useBlockedOrigins.setState(({ origins }) => (origins.has(origin) ? {} : { origins: new Set(origins).add(origin) }));
  });
}

/** Why a request to this URL has just failed. The browser reports the violation in a task of its own. */
export async function isBlockedByPage(url: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve));
  return useBlockedOrigins.getState().origins.has(new URL(url).origin);
}
