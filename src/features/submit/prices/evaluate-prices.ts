import { callWorker, WorkerTimeoutError } from '@/lib/worker-calls';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/features/submit/prices/price-worker?worker&url';
import type { ExpressionInputs } from './price-questions';

/** Includes the start of the worker, which a busy computer delays. */
const LIMIT_MS = 10_000;

/** Expressions that did not end: each of them would take the limit again. */
const endless = new Set<string>();

/**
 * Evaluates expressions from node packs away from the page. The results of one that fails or does not end are `null`.
 * @throws if the worker does not start
 */
export async function evaluatePrices(
  asked: readonly ExpressionInputs[],
  signal: AbortSignal,
): Promise<readonly (readonly unknown[])[]> {
  const fine = asked.filter(({ expr }) => !endless.has(expr));
  const results = await evaluate(fine, signal);
  const byExpr = new Map(fine.map(({ expr }, index) => [expr, results[index]]));
  return asked.map(({ expr, inputs }) => byExpr.get(expr) ?? inputs.map(() => null));
}

async function evaluate(
  asked: readonly ExpressionInputs[],
  signal: AbortSignal,
): Promise<readonly (readonly unknown[])[]> {
  const [first] = asked;
  if (!first) return [];
  try {
    return await callWorker<readonly unknown[][]>(workerUrl, asked, LIMIT_MS, signal);
  } catch (error) {
    if (!(error instanceof WorkerTimeoutError)) throw error;
  }
  if (asked.length === 1) {
    endless.add(first.expr);
    return [first.inputs.map(() => null)];
  }
  // Finds those that do not end, so that they hide no other price. At the same time, as each takes the limit again.
  return (await Promise.all(asked.map((one) => evaluate([one], signal)))).flat();
}
