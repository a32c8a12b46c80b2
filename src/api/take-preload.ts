const taken = new Set<string>();

/**
 * Whether the browser asked our gateway for a path along with this page, by the page's `Link` header, and got it from there
 * and not from its cache. The next plain request takes that answer; so this is true once for each path.
 */
export function takePreload(path: string): boolean {
  if (taken.has(path)) return false;
  const isThere = performance
    .getEntriesByName(location.origin + path, 'resource')
    .some((entry) => isLinked(entry as PerformanceResourceTiming));
  if (isThere) taken.add(path);
  return isThere;
}

function isLinked({ initiatorType, transferSize }: PerformanceResourceTiming): boolean {
  return initiatorType === 'link' && transferSize > 0;
}
