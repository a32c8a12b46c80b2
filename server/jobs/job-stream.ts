import { KEEPALIVE_MS } from '@contract/jobs/events';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Clock } from '../clock';
import type { JobChange } from './event-hub';
import { FrameQueue } from './frame-queue';

/** Frames that may lie ready for a reader that is between two reads. */
const READY_FRAMES = 16;

export interface JobStreamOptions {
  clock: Clock;
  /** Frame text of a change, for the origin of this reader. */
  frame: (change: JobChange) => string;
  /** Called once, when the stream is over for whatever reason. */
  onEnd: () => void;
}

/** The body of one event stream: changes in, frames out, closed after the terminal status (Job API 6, J-6.21). */
export class JobStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: JobStreamOptions;
  readonly #queue = new FrameQueue();
  readonly #encoder = new TextEncoder();
  /** Null once the stream is over. */
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #takeBackKeepalive: (() => void) | null = null;
  #lastStatus = '';
  #isLast = false;

  constructor(options: JobStreamOptions) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#flush(),
        cancel: () => this.end(),
      },
      new CountQueuingStrategy({ highWaterMark: READY_FRAMES }),
    );
    this.#keepAlive();
  }

  /** Takes a change; after a terminal status nothing more is taken. */
  take(change: JobChange): void {
    if (this.#isLast || !this.#controller) return;
    if (change.kind === 'status') {
      // A line that moves behind this job changes nothing for its reader.
      const status = `${change.status} ${change.queuePosition}`;
      if (status === this.#lastStatus) return;
      this.#lastStatus = status;
      this.#isLast = isTerminal(change.status);
    }
    this.#queue.push(change);
    this.#flush();
  }

  /** The gateway closes: a reader sees the end of the body and polls on. */
  close(): void {
    const controller = this.#controller;
    this.end();
    controller?.close();
  }

  /** The reader went away. */
  end(): void {
    if (!this.#controller) return;
    this.#controller = null;
    this.#takeBackKeepalive?.();
    this.#options.onEnd();
  }

  #flush(): void {
    let controller = this.#controller;
    while (controller && (controller.desiredSize ?? 0) > 0) {
      const change = this.#queue.shift();
      if (change) {
        controller.enqueue(this.#encoder.encode(this.#options.frame(change)));
      } else if (this.#isLast) {
        this.close();
      } else {
        return;
      }
      controller = this.#controller;
    }
  }

  #keepAlive(): void {
    this.#takeBackKeepalive = this.#options.clock.after(KEEPALIVE_MS, () => {
      // A reader that has frames waiting needs no sign of life.
      if ((this.#controller?.desiredSize ?? 0) > 0) this.#controller?.enqueue(this.#encoder.encode(': keepalive\n\n'));
      this.#keepAlive();
    });
  }
}
