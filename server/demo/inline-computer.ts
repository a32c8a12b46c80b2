import type { Computer } from '../router/providers/builtin/builtin-models';
import { runComputation, type ComputeResponse } from '../router/providers/builtin/compute/run-computation';
import { yieldToEventLoop } from '../storage/yield-to-event-loop';

/** Computes where the gateway runs, one question after the other. Requests wait meanwhile: a second or two at most. */
export function inlineComputer(): Computer {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(question, signal) {
      const answer = last.then(async (): Promise<ComputeResponse> => {
        await yieldToEventLoop();
        signal.throwIfAborted();
        return runComputation(question);
      });
      last = answer.catch(() => {});
      return answer;
    },
    close: async () => {},
  };
}
