import type { ResponseRecorder, RecordedBody } from './response-recorder';

/** Where an answer goes: to the caller who waits, to the record of its key, or to both. */
export interface Delivery {
  /** Null: nobody waits. */
  viewer: Viewer | null;
  /** Null: it is not to be given again. */
  recorder: ResponseRecorder | null;
}

/** The writing end of a response body. */
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

  /** Resolves when the reader has room for more, or has gone. */
  async write(chunk: Uint8Array): Promise<void> {
    await this.#writer.ready.catch(() => {});
    void this.#writer.write(chunk).catch(() => {});
    await this.#writer.ready.catch(() => {});
  }

  close(): void {
    void this.#writer.close().catch(() => {});
  }

  /** The reader sees a cut, not an end. */
  break(reason: unknown): void {
    this.#hasLeft = true;
    void this.#writer.abort(reason).catch(() => {});
  }
}

/**
 * Passes a body on, chunk by chunk, at the pace of its reader. The last chunk waits until the answer is on record: whoever
 * has all of it can count on its key (Model Router 4, rule 1).
 * @param onRecord called with what was recorded, null where nothing was, before the end is delivered
 * @throws what the body throws, after the reader was cut off
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
