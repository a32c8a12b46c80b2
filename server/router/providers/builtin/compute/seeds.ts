import { seededRandom, type Random } from '../../../../engines/embedded/random';

/** The seed that was given, or one that is drawn; small enough to survive readers that know only doubles. */
export function startRandom(given: number | bigint | null | undefined): { seed: number | bigint; random: Random } {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  const seed = given ?? (high % 0x1_0000) * 2 ** 32 + low;
  return { seed, random: seededRandom(String(seed)) };
}
