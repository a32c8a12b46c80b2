const LINE_BYTES = 16;

/** Human-readable hex dump: offset, numbers, characters. */
export function hexText(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.byteLength; at += LINE_BYTES) {
    const line = bytes.subarray(at, at + LINE_BYTES);
    const numbers = [...line].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = [...line].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${numbers.padEnd(LINE_BYTES * 3 - 1)}  ${letters}`);
  }
  return lines.join('\n');
}
