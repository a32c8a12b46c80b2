import { randomBytes } from 'node:crypto';
import { seededRandom, type Random } from '../../../../engines/embedded/random';

/** The seed that was given, or one that is drawn; small enough to survive readers that know only doubles. */
export function startRandom(given: number | bigint | null | undefined): { seed: number | bigint; random: Random } {
  const seed = given ?? randomBytes(6).readUIntBE(0, 6);
  return { seed, random: seededRandom(String(seed)) };
}
