/** Neighbors of each node, stored in one flat array. */
export interface Adjacency {
  of: (node: number) => Int32Array;
}

export interface Neighbors {
  sources: Adjacency;
  readers: Adjacency;
}

/** Ignores links of a node to itself. */
export function neighbors(count: number, links: readonly (readonly [number, number])[]): Neighbors {
  const real = links.filter(([source, reader]) => source !== reader);
  return { sources: adjacency(count, real, 1), readers: adjacency(count, real, 0) };
}

function adjacency(count: number, links: readonly (readonly [number, number])[], from: 0 | 1): Adjacency {
  const start = new Int32Array(count + 1);
  for (const link of links) start[link[from] + 1] = (start[link[from] + 1] ?? 0) + 1;
  for (let node = 0; node < count; node += 1) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0);
  const next = start.slice();
  const ends = new Int32Array(links.length);
  for (const link of links) {
    const at = next[link[from]] ?? 0;
    ends[at] = link[from === 0 ? 1 : 0];
    next[link[from]] = at + 1;
  }
  return { of: (node) => ends.subarray(start[node], start[node + 1]) };
}
