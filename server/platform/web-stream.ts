import type { Readable } from 'node:stream';

/**
 * Converts a Node stream to a web stream. It reads on demand only, and destroys the source when it is canceled. Everything that
 * arrived between two reads is one chunk, since each chunk has a fixed cost.
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
          // The stream has no encoding, so it gives bytes.
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
