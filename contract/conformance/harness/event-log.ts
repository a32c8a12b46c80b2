import { readEvent, type EventName, type JobEvent } from '../../jobs/events';

type FrameData<Name extends EventName> = Extract<JobEvent, { event: Name }>['data'];

/** Reads one event stream to its end. A frame that violates the contract throws (J-6.11 to J-6.18). */
export class EventLog {
  readonly frames: JobEvent[] = [];
  readonly comments: string[] = [];
  /** All text received so far. */
  text = '';
  isClosed = false;
  fault: Error | null = null;
  /** Resolves when the stream has ended, by the surface or by `leave`. */
  readonly ended: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
    this.ended = this.#read();
  }

  /** Frame names in order. */
  get names(): string[] {
    return this.frames.map(({ event }) => event);
  }

  /** Returns the payloads of all frames with this name. */
  named<Name extends EventName>(name: Name): FrameData<Name>[] {
    return this.frames.flatMap((frame) => (frame.event === name ? [frame.data as FrameData<Name>] : []));
  }

  get statuses(): string[] {
    return this.named('status').map(({ status }) => status);
  }

  async leave(): Promise<void> {
    await this.#reader.cancel();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) break;
        const text = decoder.decode(value, { stream: true });
        this.text += text;
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
      if (rest !== '') throw new Error(`The stream ended inside a frame: ${rest}`);
    } catch (error) {
      this.fault = error as Error;
    }
    this.isClosed = true;
  }

  #take(block: string): void {
    if (block.startsWith(':')) {
      this.comments.push(block);
      return;
    }
    const match = /^event: (\w+)\ndata: (.*)$/.exec(block);
    const frame = match && readEvent(match[1] ?? '', match[2] ?? '');
    if (!frame) throw new Error(`A frame that does not fit the contract: ${block}`);
    this.frames.push(frame);
  }
}
