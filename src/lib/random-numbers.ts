const MASK = 2n ** 64n - 1n;

/**
 * Returns a source of 64-bit numbers that repeats its sequence for the same seed (SplitMix64), so that the preview shows the values
 * that are sent.
 */
export function createRandom(seed: bigint): () => bigint {
  let state = seed & MASK;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    const first = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    const second = ((first ^ (first >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return second ^ (second >> 31n);
  };
}
