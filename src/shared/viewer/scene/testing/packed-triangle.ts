const float32 = (...numbers: number[]) => [...new Uint8Array(new Float32Array(numbers).buffer)];

/** Three corners, as they lie in a file that is not compressed. */
export const TRIANGLE_CORNERS = new Uint8Array(float32(0, 0, 0, 2, 0, 0, 0, 3, 0));

const text = (words: string) => [...new TextEncoder().encode(words)];

/** The plainest that Draco's bitstream 2.2 allows: faces by number, places as they are. */
export const DRACO_TRIANGLE = new Uint8Array(
  [
    text('DRACO'),
    [2, 2], // the version
    [1, 0], // a mesh, one face after the other
    [0, 0], // no notes about it
    [1, 3], // faces, corners
    [1, 0, 1, 2], // not compressed: the corners of each face
    [1, 1], // sets of attributes, attributes in it
    [0, 9, 3, 0, 0], // places, of 32-bit floats, three each, not normalized, with the number 0
    [0], // written as they are
    [...TRIANGLE_CORNERS],
  ].flat(),
);

const STRIDE = 12;
const GROUP = 16;
const TAIL = 32;

/**
 * The plainest that meshopt allows of vertices: for each byte of a vertex the differences from one vertex to the next,
 * in groups of sixteen, then the first vertex.
 */
export const MESHOPT_TRIANGLE = new Uint8Array([
  0xa0,
  ...Array.from({ length: STRIDE }, (_, byte) => [3, ...differences(byte)]).flat(),
  ...Array.from({ length: TAIL - STRIDE }, () => 0),
  ...TRIANGLE_CORNERS.subarray(0, STRIDE),
]);

function differences(byte: number): number[] {
  const at = (vertex: number) => TRIANGLE_CORNERS[Math.max(0, vertex) * STRIDE + byte] ?? 0;
  return Array.from({ length: GROUP }, (_, vertex) => (vertex < 3 ? zigzag(at(vertex) - at(vertex - 1)) : 0));
}

/** Small numbers of either sign as small numbers, of eight bits. */
function zigzag(difference: number): number {
  const signed = (difference << 24) >> 24;
  return ((signed << 1) ^ (signed >> 7)) & 0xff;
}
