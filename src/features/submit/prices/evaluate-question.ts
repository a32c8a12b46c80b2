import jsonata from 'jsonata';
import type { PriceQuestion } from './price-rule';

/** An expression takes less than a millisecond. This ends recursion; a slow regular expression ends with the worker. */
const LIMITS = { timeout: 500, stack: 500, sequence: 10_000 };

/** Returns what an expression results in, as JSON; `null` if it fails. Only workers import this: it is large, and may not end. */
export async function evaluateQuestion({ expr, input }: PriceQuestion): Promise<unknown> {
  try {
    const result: unknown = await jsonata(expr, LIMITS).evaluate(input);
    // Functions cannot be posted.
    const plain: unknown = result === undefined ? null : JSON.parse(JSON.stringify(result));
    return plain;
  } catch {
    return null;
  }
}
