import type { ResponseRecorder, RecordedBody } from './response-recorder';

/** Targets of a response: the waiting caller, the record of its key, or both. */
export interface Delivery {
  /** `null` if no request waits. */
  viewer: Viewer | null;
  /** `null` if the response must not be replayed. */
  recorder: ResponseRecorder | null;
}

/** Writing side of a response body. */
export class Viewer {
  readonly body: ReadableStream<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #hasLeft = false;

  constructor(onLeft: () => void) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.body = readable;
    this.#writer = writable.getWriter();
    this.#writer.closed.catch(() => {
      if (this.#hasLeft) return;
      this.#hasLeft = true;
      onLeft();
    });
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Writes a chunk. Resolves when the client can take more, or has disconnected. */
  async write(chunk: Uint8Array): Promise<void> {
    await this.#writer.ready.catch(() => {});
    void this.#writer.write(chunk).catch(() => {});
    await this.#writer.ready.catch(() => {});
  }

  close(): void {
    void this.#writer.close().catch(() => {});
  }

  /** Aborts the body, so that the client sees an error instead of a complete response. */
  break(reason: unknown): void {
    this.#hasLeft = true;
    void this.#writer.abort(reason).catch(() => {});
  }
}

/**
 * Streams a body with backpressure. The last chunk is sent only after the response is recorded, so that a client with the
 * complete body can rely on its key (Model Router 4, rule 1).
 * @param onRecord called before the end is delivered, with the record or `null` if nothing was recorded
 * @throws the error of the body, after the client was cut off
 */
export async function deliver(
  body: ReadableStream<Uint8Array>,
  { viewer, recorder }: Delivery,
  onRecord: (recorded: RecordedBody | null) => void,
): Promise<void> {
  const reader = body.getReader();
  let last: Uint8Array | null = null;
  try {
    for (;;) {
      const isWanted = (viewer && !viewer.hasLeft) || recorder?.isRecording;
      if (!isWanted) {
        await reader.cancel();
        break;
      }
      const { done, value } = await reader.read();
      if (done) break;
      await recorder?.add(value);
      if (last) await viewer?.write(last);
      last = value;
    }
  } catch (error) {
    await recorder?.abandon();
    viewer?.break(error);
    throw error;
  }
  onRecord((await recorder?.finish()) ?? null);
  if (last) await viewer?.write(last);
  viewer?.close();
}
