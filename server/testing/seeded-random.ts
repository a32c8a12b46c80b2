/** Returns a generator of the same numbers between 0 and 1 in every run (Numerical Recipes). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
