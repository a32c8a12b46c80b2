import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../clock';
import { forkScript } from './fork-script';
import type { ProcessRights } from './permission-flags';

export interface SerialChildOptions<Input> extends ProcessRights {
  /** The built script. It gets requests, responds to each, and exits when its channel closes. */
  script: string;
  clock: Clock;
  /** Idle time after which the process exits. */
  idleMs: number;
  /** Timeout per request: fixed, or computed from the request. */
  timeoutMs: number | ((input: Input) => number);
  /** Extra time for the request that starts the process. Absent: none. */
  startMs?: number;
  /** Name used in errors: `The thumbnailer is closed`, `The image took too long`. */
  name: string;
  taskName: string;
  /** JavaScript heap limit; images are in native memory. */
  maxHeapMb: number;
  /** Limit of the whole process. */
  maxMemoryMb: number;
}

export interface ChildRequest<Input> {
  id: number;
  input: Input;
}

export interface ChildResponse<Output> {
  id: number;
  output: Output;
}

interface Pending {
  request: ChildRequest<unknown>;
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
  stopListening: () => void;
}

/**
 * A dedicated process for work that could crash or block the gateway. It handles one request at a time; the others wait. A
 * request that crashes it, times out or is aborted ends only that process; the next request starts a new one. An idle process
 * exits, which returns its memory to the system.
 */
export class SerialChild<Input, Output> {
  readonly #options: SerialChildOptions<Input>;
  readonly #waiting: Pending[] = [];
  #current: Pending | null = null;
  #child: ChildProcess | null = null;
  #stopTimer: (() => void) | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(options: SerialChildOptions<Input>) {
    this.#options = options;
  }

  /** Resolves with the unvalidated response. Rejects on a crash, a timeout or an abort. */
  ask(input: Input, signal?: AbortSignal): Promise<Output> {
    if (this.#isClosed) return Promise.reject(this.#closed());
    if (signal?.aborted) return Promise.reject(this.#givenUp());
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const pending: Pending = {
        request: { id: this.#lastId, input },
        // The response has the type that belongs to the request.
        resolve: resolve as (output: unknown) => void,
        reject,
        stopListening: () => signal?.removeEventListener('abort', giveUp),
      };
      const giveUp = () => this.#giveUp(pending);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(pending);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const pending of this.#waiting.splice(0)) settle(pending).reject(this.#closed());
    this.#end(this.#closed());
  }

  #closed(): Error {
    return new Error(`The ${this.#options.name} is closed`);
  }

  #givenUp(): Error {
    return new Error(`The ${this.#options.taskName} was given up`);
  }

  #giveUp(pending: Pending): void {
    if (pending === this.#current) return this.#restart(this.#givenUp());
    const position = this.#waiting.indexOf(pending);
    if (position === -1) return;
    this.#waiting.splice(position, 1);
    settle(pending).reject(this.#givenUp());
  }

  #next(): void {
    if (this.#current || this.#isClosed) return;
    const { clock, idleMs, taskName } = this.#options;
    this.#stopTimer?.();
    const next = this.#waiting.shift();
    if (!next) {
      this.#stopTimer = clock.after(idleMs, () => this.#end(new Error('Idle')));
      return;
    }
    this.#current = next;
    this.#stopTimer = clock.after(this.#limitOf(next), () => this.#restart(new Error(`The ${taskName} took too long`)));
    const child = this.#child ?? this.#start();
    this.#child = child;
    child.send(next.request, (error) => {
      if (error) this.#lost(child, error);
    });
  }

  /** @returns milliseconds */
  #limitOf({ request }: Pending): number {
    const { timeoutMs, startMs = 0 } = this.#options;
    // `ask` takes nothing else.
    const own = typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(request.input as Input);
    return this.#child ? own : own + startMs;
  }

  #start(): ChildProcess {
    const { script, maxHeapMb, maxMemoryMb, reads = [], writes = [], addons = false } = this.#options;
    const child = forkScript(script, { maxHeapMb, maxMemoryMb, stderr: 'ignore', reads, writes, addons });
    child.on('message', (response: ChildResponse<Output>) => this.#answered(child, response));
    child.on('error', (error) => this.#lost(child, error));
    child.on('exit', (code, signal) => this.#lost(child, new Error(`The process ended: ${signal ?? code}`)));
    child.unref();
    child.channel?.unref();
    return child;
  }

  #answered(child: ChildProcess, { id, output }: ChildResponse<Output>): void {
    if (child !== this.#child || this.#current?.request.id !== id) return;
    const current = this.#current;
    this.#current = null;
    settle(current).resolve(output);
    this.#next();
  }

  #lost(child: ChildProcess, error: Error): void {
    if (child === this.#child) this.#restart(error);
  }

  /** Aborts the current request; the next one starts a new process. */
  #restart(error: Error): void {
    this.#end(error);
    this.#next();
  }

  /** Ends the process, even during a request. */
  #end(error: Error): void {
    this.#stopTimer?.();
    const child = this.#child;
    this.#child = null;
    child?.kill('SIGKILL');
    const current = this.#current;
    this.#current = null;
    if (current) settle(current).reject(error);
  }
}

function settle(pending: Pending): Pending {
  pending.stopListening();
  return pending;
}

/** The child's side: handles requests one after the other, and exits with its parent. */
export function serveRequests<Input, Output>(handle: (input: Input) => Promise<Output>): void {
  process.on('message', ({ id, input }: ChildRequest<Input>) => {
    void handle(input).then((output) => process.send?.({ id, output } satisfies ChildResponse<Output>));
  });
  process.on('disconnect', () => process.exit(0));
}
