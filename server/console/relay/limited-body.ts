import type { Clock } from '../../clock';

/**
 * Passes a body on until a limit is reached, which cuts the connection: a body that never ends would hold one of the browser's
 * connections to this gateway for ever.
 */
export function limitedBody(
  body: ReadableStream<Uint8Array>,
  limits: { ms: number; bytes: number },
  clock: Clock,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  let stop = (_reason: string) => {};
  const cancelTimer = clock.after(limits.ms, () => stop(`did not end within ${limits.ms / 1000} s`));
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = (reason) => {
          stop = () => {};
          cancelTimer();
          const error = new Error(`The body of the response ${reason}`);
          controller.error(error);
          reader.cancel(error).catch(() => {});
        };
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          cancelTimer();
          throw error;
        });
        if (done) {
          cancelTimer();
          // The time limit may have come first.
          if (controller.desiredSize !== null) controller.close();
          return;
        }
        size += value.byteLength;
        if (size > limits.bytes) stop(`has more than ${limits.bytes} bytes`);
        else if (controller.desiredSize !== null) controller.enqueue(value);
      },
      async cancel(reason) {
        cancelTimer();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
