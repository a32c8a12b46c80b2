import { integerText, type NumberLimits } from '@/lib/number-text';
import { formatInteger } from '@/lib/format';
import { randomSeed, seedRange } from '@/lib/seed';
import { MAX_CELLS } from '@/domains/batches/batch-plan';
import { createRandom } from './random-numbers';
import type { SeedsForm } from '@/domains/drafts/sweep-form';
import { readCount } from './sweep-form';

/** Returns distinct seeds as JSON text with every digit, or why there are none. */
export function seedValues(form: SeedsForm, limits: NumberLimits): { texts: string[] } | { problem: string } {
  const count = readCount(form.count);
  if (count === null) return { problem: 'The number of seeds must be a whole number, 1 or more.' };
  if (count > MAX_CELLS) return { problem: `A sweep has at most ${formatInteger(MAX_CELLS)} jobs.` };
  const [low, high] = seedRange(limits);
  if (form.by === 'random') {
    if (high - low + 1n < BigInt(count)) return { problem: `There are only ${high - low + 1n} different seeds.` };
    const random = createRandom(BigInt(integerText(form.source) ?? '0'));
    const seeds = new Set<string>();
    while (seeds.size < count) seeds.add(randomSeed(limits, random));
    return { texts: [...seeds] };
  }
  const text = integerText(form.start);
  if (text === null) return { problem: 'The first seed must be a whole number.' };
  const first = BigInt(text);
  if (first + BigInt(count) - 1n > high) return { problem: `The last seed would be greater than ${high}.` };
  return { texts: Array.from({ length: count }, (_, index) => String(first + BigInt(index))) };
}
