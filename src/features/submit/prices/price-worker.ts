import { evaluateExpression } from './evaluate-expression';
import type { ExpressionInputs } from './price-questions';

/** Answers with the results of each expression, one for each of its inputs. */
self.addEventListener('message', (event: MessageEvent<readonly ExpressionInputs[]>) => {
  void Promise.all(event.data.map(evaluateExpression)).then((results) => self.postMessage(results));
});
