import { seededRandom, type Random } from '../../../../engines/embedded/kernels/random';

/** Uses the given seed or draws a random one, small enough for clients that only have doubles. */
export function startRandom(given: number | bigint | null | undefined): { seed: number | bigint; random: Random } {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  const seed = given ?? (high % 0x1_0000) * 2 ** 32 + low;
  return { seed, random: seededRandom(String(seed)) };
}
