/** Places within a number of JSON. */
export type NumberLexer = 'minus' | 'zero' | 'digits' | 'point' | 'fraction' | 'e' | 'sign' | 'exponent';

/** Places at which it may end. */
export const MAY_END: ReadonlySet<NumberLexer> = new Set<NumberLexer>(['zero', 'digits', 'fraction', 'exponent']);

const ZERO = 0x30;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

/** @returns null where none begins with the byte. */
export function firstPlace(byte: number): NumberLexer | null {
  if (byte === 0x2d) return 'minus';
  if (!isDigit(byte)) return null;
  return byte === ZERO ? 'zero' : 'digits';
}

/** @returns null where the number cannot go on with it. */
export function placeAfter(place: NumberLexer, byte: number): NumberLexer | null {
  if (isDigit(byte)) {
    if (place === 'digits' || place === 'fraction' || place === 'exponent') return place;
    if (place === 'minus') return byte === ZERO ? 'zero' : 'digits';
    if (place === 'point') return 'fraction';
    return place === 'zero' ? null : 'exponent';
  }
  if (byte === 0x2e) return place === 'zero' || place === 'digits' ? 'point' : null;
  if (byte === 0x65 || byte === 0x45) {
    return place === 'zero' || place === 'digits' || place === 'fraction' ? 'e' : null;
  }
  return (byte === 0x2b || byte === 0x2d) && place === 'e' ? 'sign' : null;
}
