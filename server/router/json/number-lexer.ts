/** Lexer states within a JSON number. */
export type NumberLexer = 'minus' | 'zero' | 'digits' | 'point' | 'fraction' | 'e' | 'sign' | 'exponent';

/** States in which a number may end. */
export const MAY_END: ReadonlySet<NumberLexer> = new Set<NumberLexer>(['zero', 'digits', 'fraction', 'exponent']);

const ZERO = 0x30;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

/** @returns `null` if a number cannot start with the byte. */
export function firstState(byte: number): NumberLexer | null {
  if (byte === 0x2d) return 'minus';
  if (!isDigit(byte)) return null;
  return byte === ZERO ? 'zero' : 'digits';
}

/** @returns `null` if the number cannot continue with the byte. */
export function nextState(position: NumberLexer, byte: number): NumberLexer | null {
  if (isDigit(byte)) {
    if (position === 'digits' || position === 'fraction' || position === 'exponent') return position;
    if (position === 'minus') return byte === ZERO ? 'zero' : 'digits';
    if (position === 'point') return 'fraction';
    return position === 'zero' ? null : 'exponent';
  }
  if (byte === 0x2e) return position === 'zero' || position === 'digits' ? 'point' : null;
  if (byte === 0x65 || byte === 0x45) {
    return position === 'zero' || position === 'digits' || position === 'fraction' ? 'e' : null;
  }
  return (byte === 0x2b || byte === 0x2d) && position === 'e' ? 'sign' : null;
}
