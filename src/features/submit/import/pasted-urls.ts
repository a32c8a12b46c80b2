import { canRelay } from '@/api/surfaces/has-gateway';

/** Returns the URLs if the text has nothing else, one per line; those of other schemes too, which are then explained. */
export function readUrls(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.every((line) => /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(line)) ? [...new Set(lines)] : [];
}

/**
 * Returns the URL of the file itself if the URL is that of its page on a site that is known.
 * @param isByGateway the page itself cannot follow GitHub's redirect, which leads to files in Git LFS, too
 */
export function rawUrl(text: string, isByGateway = canRelay()): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const { hostname, pathname } = url;
  const [, owner, kind] = /^\/([^/]+\/[^/]+)\/(blob|raw)\/./.exec(pathname) ?? [];
  if (hostname === 'github.com' && owner !== undefined && kind !== undefined) {
    const path = pathname.slice(`/${owner}/${kind}`.length);
    if (!isByGateway) url.hostname = 'raw.githubusercontent.com';
    url.pathname = isByGateway ? `/${owner}/raw${path}` : `/${owner}${path}`;
    url.search = '';
  } else if (hostname === 'gist.github.com' && /^\/[^/]+\/[\da-f]+\/?$/.test(pathname)) {
    url.pathname = `${pathname.replace(/\/$/, '')}/raw`;
  } else if (hostname === 'huggingface.co' || hostname === 'hf.co') {
    url.pathname = pathname.replace(/^((?:\/(?:datasets|spaces))?\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
  } else if (pathname.includes('/-/blob/')) {
    // GitLab, at any host.
    url.pathname = pathname.replace('/-/blob/', '/-/raw/');
  }
  // The fragment names a part of a page.
  url.hash = '';
  return url.href;
}
