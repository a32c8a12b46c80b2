import type { Computer } from '../router/providers/builtin/builtin-models';
import { runComputation, type ComputeResponse } from '../router/providers/builtin/compute/run-computation';
import { yieldToEventLoop } from '../storage/yield-to-event-loop';

/**
 * Creates a computer that runs in the thread of the gateway, one request at a time. Other requests are blocked meanwhile, for a
 * second or two at most.
 */
export function inlineComputer(): Computer {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(question, signal) {
      const response = last.then(async (): Promise<ComputeResponse> => {
        await yieldToEventLoop();
        signal.throwIfAborted();
        return runComputation(question);
      });
      last = response.catch(() => {});
      return response;
    },
    close: async () => {},
  };
}
