const float32 = (...numbers: number[]) => [...new Uint8Array(new Float32Array(numbers).buffer)];

/** Three corners as in an uncompressed file. */
export const TRIANGLE_CORNERS = new Uint8Array(float32(0, 0, 0, 2, 0, 0, 0, 3, 0));

const text = (text: string) => [...new TextEncoder().encode(text)];

/** The simplest mesh that Draco's bitstream 2.2 allows: faces by index, positions uncompressed. */
export const DRACO_TRIANGLE = new Uint8Array(
  [
    text('DRACO'),
    [2, 2], // the version
    [1, 0], // a mesh, sequential encoding
    [0, 0], // no metadata
    [1, 3], // faces, corners
    [1, 0, 1, 2], // uncompressed: the corner indexes of each face
    [1, 1], // attribute groups, attributes per group
    [0, 9, 3, 0, 0], // positions: 32-bit floats, three components, not normalized, id 0
    [0], // uncompressed
    [...TRIANGLE_CORNERS],
  ].flat(),
);

const STRIDE = 12;
const GROUP = 16;
const TAIL = 32;

/**
 * The simplest vertex data that meshopt allows: for each byte of a vertex the differences between consecutive vertices, in groups
 * of sixteen, then the first vertex.
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

/** Encodes small signed numbers as small unsigned ones of eight bits. */
function zigzag(difference: number): number {
  const signed = (difference << 24) >> 24;
  return ((signed << 1) ^ (signed >> 7)) & 0xff;
}
