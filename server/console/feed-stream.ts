import { KEEPALIVE_MS } from '@contract/jobs/events';
import type { Clock } from '../clock';
import { FeedQueue, type FeedItem } from './feed-queue';

/** Frames that may lie ready for a reader that is between two reads. */
const READY_FRAMES = 64;

export interface FeedStreamOptions {
  clock: Clock;
  /** Frame text for the origin of this reader. */
  frame: (item: FeedItem) => string;
  /** Called once, when the stream is over for whatever reason. */
  onEnd: () => void;
}

/** The body of one reader's feed: changes of all jobs in, frames out, until the reader or the gateway goes. */
export class FeedStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: FeedStreamOptions;
  readonly #queue = new FeedQueue();
  readonly #encoder = new TextEncoder();
  /** Null once the stream is over. */
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #takeBackKeepalive: (() => void) | null = null;

  constructor(options: FeedStreamOptions) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          // The reader learns at once that the stream is open, even when no job is.
          this.#comment('open');
        },
        pull: () => this.#flush(),
        cancel: () => this.#end(),
      },
      new CountQueuingStrategy({ highWaterMark: READY_FRAMES }),
    );
    this.#keepAlive();
  }

  take(item: FeedItem): void {
    if (!this.#controller) return;
    if (this.#queue.push(item)) this.#flush();
    else this.close();
  }

  close(): void {
    const controller = this.#controller;
    this.#end();
    controller?.close();
  }

  #end(): void {
    if (!this.#controller) return;
    this.#controller = null;
    this.#takeBackKeepalive?.();
    this.#options.onEnd();
  }

  #flush(): void {
    while ((this.#controller?.desiredSize ?? 0) > 0) {
      const item = this.#queue.shift();
      if (!item) return;
      this.#controller?.enqueue(this.#encoder.encode(this.#options.frame(item)));
    }
  }

  #comment(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(`: ${text}\n\n`));
  }

  #keepAlive(): void {
    this.#takeBackKeepalive = this.#options.clock.after(KEEPALIVE_MS, () => {
      this.#comment('keepalive');
      this.#keepAlive();
    });
  }
}
