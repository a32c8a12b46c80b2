import { KEEPALIVE_MS } from '@contract/jobs/events';
import type { Clock } from '../clock';

/** Items that a client has not read yet; newer items replace outdated ones. */
export interface WaitingItems<Item> {
  /** @returns false if the client is too far behind and must be disconnected */
  push(item: Item): boolean;
  shift(): Item | undefined;
}

export interface EventStreamOptions<Item> {
  clock: Clock;
  /** Signal of the request: the stream ends when the client disconnects. */
  signal: AbortSignal;
  waiting: WaitingItems<Item>;
  /** Serializes an item for the origin of this client. */
  frame: (item: Item) => string;
  /** High-water mark: frames buffered for a client between two reads. */
  readyFrames: number;
  /** Comment that is sent at once, so that the client knows the stream is open. */
  greeting?: string;
  /** Called once when the stream ends, for any reason. */
  onEnd: () => void;
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Proxies that buffer would turn a live stream into one late response.
  'x-accel-buffering': 'no',
};

/** The event stream of one client: turns items into frames until the client disconnects, its job ends or the gateway closes. */
export class EventStream<Item> {
  readonly response: Response;
  readonly #options: EventStreamOptions<Item>;
  readonly #encoder = new TextEncoder();
  readonly #onAbort = () => this.close();
  /** `null` once the stream has ended. */
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #cancelKeepalive: (() => void) | null = null;
  #isComplete = false;

  constructor(options: EventStreamOptions<Item>) {
    this.#options = options;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          if (options.greeting !== undefined) this.#send(`: ${options.greeting}\n\n`);
        },
        pull: () => this.#flush(),
        cancel: () => this.#end(),
      },
      new CountQueuingStrategy({ highWaterMark: options.readyFrames }),
    );
    this.response = new Response(body, { headers: HEADERS });
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#keepAlive();
  }

  take(item: Item): void {
    if (!this.#controller) return;
    if (this.#options.waiting.push(item)) this.#flush();
    else this.close();
  }

  /** Ends the body after the client has read the buffered items. */
  complete(): void {
    this.#isComplete = true;
    this.#flush();
  }

  /** Ends the body at once and drops buffered items. The client continues by polling. */
  close(): void {
    const controller = this.#controller;
    this.#end();
    controller?.close();
  }

  #end(): void {
    if (!this.#controller) return;
    this.#controller = null;
    this.#cancelKeepalive?.();
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#options.onEnd();
  }

  #flush(): void {
    while (this.#hasRoom()) {
      const item = this.#options.waiting.shift();
      if (item !== undefined) this.#send(this.#options.frame(item));
      else if (this.#isComplete) this.close();
      else return;
    }
  }

  #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #send(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  #keepAlive(): void {
    this.#cancelKeepalive = this.#options.clock.after(KEEPALIVE_MS, () => {
      // No keepalive is needed while frames are buffered.
      if (this.#hasRoom()) this.#send(': keepalive\n\n');
      this.#keepAlive();
    });
  }
}
