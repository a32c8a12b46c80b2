/** Filters of PNG rows (PNG specification, 9.2). */

const PAETH = 4;

/** Filters a row with Paeth, which suits photos and plain areas. `target` starts with the byte of the filter. */
export function filterRow(row: Uint8Array, above: Uint8Array, channels: number, target: Uint8Array): void {
  target[0] = PAETH;
  for (let at = 0; at < row.length; at += 1) {
    const left = at < channels ? 0 : row[at - channels];
    const corner = at < channels ? 0 : above[at - channels];
    target[at + 1] = row[at] - paeth(left, above[at], corner);
  }
}

/** Reverses the filter of a row in place. Returns `false` for an unknown filter. */
export function unfilterRow(filter: number, row: Uint8Array, above: Uint8Array, channels: number): boolean {
  for (let at = 0; at < row.length; at += 1) {
    const left = at < channels ? 0 : row[at - channels];
    const corner = at < channels ? 0 : above[at - channels];
    switch (filter) {
      case 0:
        return true;
      case 1:
        row[at] += left;
        break;
      case 2:
        row[at] += above[at];
        break;
      case 3:
        row[at] += (left + above[at]) >> 1;
        break;
      case PAETH:
        row[at] += paeth(left, above[at], corner);
        break;
      default:
        return false;
    }
  }
  return true;
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value >>> 0;
});

/** Checksum of a PNG chunk. */
export function crc32(...parts: readonly Uint8Array[]): number {
  let crc = 0xff_ff_ff_ff;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 1) crc = TABLE[(crc ^ part[at]) & 0xff] ^ (crc >>> 8);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
