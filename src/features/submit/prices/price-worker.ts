import { evaluateQuestion } from './evaluate-question';
import type { PriceQuestion } from './price-rule';

/** Answers each question with what its expression results in, `null` if it fails. */
self.addEventListener('message', (event: MessageEvent<readonly PriceQuestion[]>) => {
  void Promise.all(event.data.map(evaluateQuestion)).then((results) => self.postMessage(results));
});
