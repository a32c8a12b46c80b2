/** `[start, end)` of a body; `all` if the header is absent or may be ignored. */
export type ByteRange = { start: number; end: number } | 'all' | 'unsatisfiable';

/**
 * Parses a single byte range (RFC 9110, section 14). Multiple and malformed ranges get the whole body, which the RFC allows and
 * every client must expect.
 */
export function readByteRange(header: string | null, size: number): ByteRange {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  if (last !== '' && Number(last) < Number(first)) return 'all';
  if (Number(first) >= size) return 'unsatisfiable';
  return { start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
