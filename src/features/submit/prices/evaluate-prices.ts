import { callWorker, WorkerTimeoutError } from '@/lib/worker-calls';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/features/submit/prices/price-worker?worker&url';
import type { PriceQuestion } from './price-rule';

/** Includes the start of the worker, which a busy computer delays. */
const LIMIT_MS = 10_000;

/** Expressions that did not end: each of them would take the limit again. */
const endless = new Set<string>();

/**
 * Evaluates expressions from node packs away from the page. The result of one that fails or does not end is `null`.
 * @throws if the worker does not start
 */
export async function evaluatePrices(questions: readonly PriceQuestion[]): Promise<readonly unknown[]> {
  if (questions.some(({ expr }) => endless.has(expr))) {
    const fine = questions.filter(({ expr }) => !endless.has(expr));
    const results = await evaluatePrices(fine);
    return questions.map((question) => (endless.has(question.expr) ? null : results[fine.indexOf(question)]));
  }
  if (questions.length === 0) return [];
  try {
    return await callWorker<readonly unknown[]>(workerUrl, questions, LIMIT_MS);
  } catch (error) {
    if (!(error instanceof WorkerTimeoutError)) throw error;
    const [first] = questions;
    if (first && questions.every(({ expr }) => expr === first.expr)) {
      endless.add(first.expr);
      return questions.map(() => null);
    }
    // Finds the one that does not end, so that it hides no other price.
    const results: unknown[] = [];
    for (const question of questions) results.push(...(await evaluatePrices([question])));
    return results;
  }
}
