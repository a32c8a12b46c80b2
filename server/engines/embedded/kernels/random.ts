/**
 * Seeded random numbers. `Math.random` has no seed, and the same seed must give the same bytes on every machine.
 * SplitMix64 expands the seed, sfc32 generates the numbers.
 */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer in [0, `below`). */
  integer(below: number): number;
}

const MASK_64 = (1n << 64n) - 1n;

/** Creates a generator. @param seed integer of any size as text, since a double cannot represent 64 bits */
export function seededRandom(seed: string): Random {
  let state = BigInt.asUintN(64, BigInt(seed));
  const spread = (): number => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK_64;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK_64;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK_64;
    return Number((mixed ^ (mixed >> 31n)) >> 32n);
  };
  let a = spread() | 0;
  let b = spread() | 0;
  let c = spread() | 0;
  let counter = 1;
  const next = () => {
    const drawn = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + drawn) | 0;
    return (drawn >>> 0) / 4_294_967_296;
  };
  return { next, integer: (below) => Math.floor(next() * below) };
}
