import { Worker } from 'node:worker_threads';
import type { CheckpointResponse, CheckpointRequest, CheckpointWorkerData } from './checkpoint-worker';

/** About 10 MB of log for submissions of typical size. */
const COMMITS_A_COPY = 256;
/** Limit of consecutive copies while commits continue: each has less to copy than the one before. */
const MAX_COPIES_IN_A_ROW = 3;
const MAX_WAIT_AT_CLOSE_MS = 1500;

interface CheckpointOptions {
  /** Path of the database. */
  path: string;
  /** Path of the built `checkpoint-worker`. */
  script: string;
  /** Copying pauses while this returns `false`: a page must not reach the database before the log is on disk. */
  isHealthy: () => boolean;
  /** Called when the thread has died; it is not restarted. */
  onLost: () => void;
}

/**
 * Copies the log of an open database into it, in a thread with a separate connection. That needs two disk syncs, which would block
 * the event loop. When all is copied, the next commit restarts the log.
 */
export class LogCheckpoints {
  readonly #options: CheckpointOptions;
  readonly #finished = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #worker: Worker | null = null;
  #isLost = false;
  #isCopying = false;
  #commits = 0;
  #copiesInARow = 0;

  constructor(options: CheckpointOptions) {
    this.#options = options;
  }

  /** Call after each commit. */
  committed(): void {
    this.#commits += 1;
    if (this.#commits >= COMMITS_A_COPY && !this.#isCopying) this.#copy();
  }

  /** Returns when the thread has closed the database. */
  close(): void {
    if (!this.#worker) return;
    this.#ask('end');
    Atomics.wait(this.#finished, 0, 0, MAX_WAIT_AT_CLOSE_MS);
    void this.#worker.terminate();
    this.#worker = null;
    this.#isLost = true;
  }

  #copy(): void {
    if (this.#isLost || !this.#options.isHealthy()) return;
    this.#isCopying = true;
    this.#commits = 0;
    this.#worker ??= this.#start();
    this.#ask('copy');
  }

  #ask(question: CheckpointRequest): void {
    this.#worker?.postMessage(question);
  }

  #start(): Worker {
    const { path, script } = this.#options;
    const worker = new Worker(script, { workerData: { path, ended: this.#finished } satisfies CheckpointWorkerData });
    worker.unref();
    worker.on('message', ({ left }: CheckpointResponse) => this.#copied(left));
    worker.on('error', () => this.#lost());
    worker.on('exit', () => this.#lost());
    return worker;
  }

  #copied(left: number): void {
    this.#isCopying = false;
    const goesOn = left > 0 || this.#commits > 0;
    this.#copiesInARow = goesOn ? this.#copiesInARow + 1 : 0;
    if (!goesOn) return;
    if (this.#copiesInARow < MAX_COPIES_IN_A_ROW) this.#copy();
    else this.#copiesInARow = 0;
  }

  #lost(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#worker = null;
    this.#options.onLost();
  }
}
