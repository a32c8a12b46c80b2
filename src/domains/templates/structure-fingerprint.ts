import { asLink, type Graph } from '@contract/workflow/graph';

/**
 * Returns the same fingerprint for workflows of the same nodes and connections, whatever their values and titles: a file saved with
 * another seed matches the template of the first.
 */
export async function structureFingerprint(graph: Graph): Promise<string> {
  const bytes = new TextEncoder().encode(structureText(graph));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function structureText(graph: Graph): string {
  const nodes = [...graph.values()].map(({ id, classType, inputs }) => {
    const links = Object.entries(inputs).flatMap(([input, value]) => {
      const link = asLink(value);
      return link ? [[input, link.nodeId, link.slot] as const] : [];
    });
    return [id, classType, links.toSorted(([left], [right]) => compare(left, right))] as const;
  });
  return JSON.stringify(nodes.toSorted(([left], [right]) => compare(left, right)));
}

/** By code units: the same order in every locale. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
