import jsonata from 'jsonata';
import type { ExpressionInputs } from './price-questions';

/** An evaluation takes less than a millisecond. This ends recursion; a slow regular expression ends with the worker. */
const LIMITS = { timeout: 500, stack: 500, sequence: 10_000 };

/**
 * Returns what an expression results in with each of its inputs, as JSON; `null` if it fails. Only workers import this: it is large, and
 * may not end.
 */
export async function evaluateExpression({ expr, inputs }: ExpressionInputs): Promise<unknown[]> {
  const results: unknown[] = [];
  const expression = parsed(expr);
  for (const input of inputs) {
    try {
      const result: unknown = await expression?.evaluate(input);
      // Functions cannot be posted.
      results.push(result === undefined ? null : JSON.parse(JSON.stringify(result)));
    } catch {
      results.push(null);
    }
  }
  return results;
}

function parsed(expr: string): jsonata.Expression | null {
  try {
    return jsonata(expr, LIMITS);
  } catch {
    return null;
  }
}
