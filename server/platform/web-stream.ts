import type { Readable } from 'node:stream';

/**
 * A stream of Node as one of the web, which reads only as fast as it is read and ends the source when it is canceled. What
 * has arrived between two reads comes as one piece: each piece costs, whatever its size.
 */
export function webStream(source: Readable): ReadableStream<Uint8Array> {
  let wake: (() => void) | null = null;
  let failure: { error: unknown } | null = null;
  const stir = () => {
    wake?.();
    wake = null;
  };
  source.on('readable', stir).on('end', stir).on('close', stir);
  source.on('error', (error) => {
    failure = { error };
    stir();
  });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const chunk = source.read() as Uint8Array | null;
          if (chunk !== null) return controller.enqueue(chunk);
          if (failure) throw failure.error;
          if (source.readableEnded) return controller.close();
          if (source.destroyed) throw new Error('The source ended before it was complete');
          await new Promise<void>((resolve) => (wake = resolve));
        }
      },
      cancel() {
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
