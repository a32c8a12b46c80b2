import type { RunSignature } from '@/domains/jobs/previous-runs';

/** Returns true if the run executed exactly these nodes, such as another variation of the same workflow. */
export function hasNodes({ nodes }: RunSignature, nodeIds: readonly string[]): boolean {
  const found: unknown = nodes === null ? null : JSON.parse(nodes);
  return Array.isArray(found) && JSON.stringify(found.slice(1)) === JSON.stringify(nodeIds.toSorted());
}
