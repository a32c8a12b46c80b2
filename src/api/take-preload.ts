import { gatewayUrl } from './gateway-url';

const taken = new Set<string>();

/**
 * Returns true if the browser preloaded a path with this page, by its `Link` header, from the gateway and not from the cache. The
 * next plain request uses that response, so this is true once per path.
 */
export function takePreload(path: string): boolean {
  if (taken.has(path)) return false;
  const isThere = performance
    .getEntriesByName(gatewayUrl() + path, 'resource')
    .some((entry) => entry instanceof PerformanceResourceTiming && isLinked(entry));
  if (isThere) taken.add(path);
  return isThere;
}

function isLinked({ initiatorType, transferSize }: PerformanceResourceTiming): boolean {
  return initiatorType === 'link' && transferSize > 0;
}
