import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../clock';
import { forkScript } from './fork-script';
import type { ProcessRights } from './permission-flags';

export interface SerialChildOptions<Asked> extends ProcessRights {
  /** The built script. It is sent `Question`s, answers each with an `Answer`, and ends when its channel closes. */
  script: string;
  clock: Clock;
  /** The process ends after this long without work. */
  idleMs: number;
  /** One question takes at most this long, or as long as it says of each. */
  timeoutMs: number | ((asked: Asked) => number);
  /** Beside that, for the question that the process is started by. Absent: none. */
  startMs?: number;
  /** Rejections name it: `The thumbnailer is closed`, `The picture took too long`. */
  name: string;
  taskName: string;
  /** Of its JavaScript; pictures lie in native memory. */
  maxHeapMb: number;
  /** Of the whole process. */
  maxMemoryMb: number;
}

export interface Question<Asked> {
  id: number;
  asked: Asked;
}

export interface Answer<Given> {
  id: number;
  given: Given;
}

interface Pending {
  question: Question<unknown>;
  resolve: (given: unknown) => void;
  reject: (error: Error) => void;
  stopListening: () => void;
}

/**
 * A process of its own for work that could crash the gateway or hold it up. One question at a time, the others wait. A
 * question that crashes it, takes too long or is given up costs that process only; the next one starts another. Its
 * memory goes back to the system when nobody asks.
 */
export class SerialChild<Asked, Given> {
  readonly #options: SerialChildOptions<Asked>;
  readonly #waiting: Pending[] = [];
  #current: Pending | null = null;
  #child: ChildProcess | null = null;
  #stopTimer: (() => void) | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(options: SerialChildOptions<Asked>) {
    this.#options = options;
  }

  /** The answer is what the process said, unchecked. Rejects when it crashed, took too long or was given up. */
  ask(asked: Asked, signal?: AbortSignal): Promise<Given> {
    if (this.#isClosed) return Promise.reject(this.#closed());
    if (signal?.aborted) return Promise.reject(this.#givenUp());
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const pending: Pending = {
        question: { id: this.#lastId, asked },
        resolve: resolve as (given: unknown) => void,
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
    const place = this.#waiting.indexOf(pending);
    if (place === -1) return;
    this.#waiting.splice(place, 1);
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
    child.send(next.question, (error) => {
      if (error) this.#lost(child, error);
    });
  }

  /** @returns milliseconds */
  #limitOf({ question }: Pending): number {
    const { timeoutMs, startMs = 0 } = this.#options;
    const own = typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(question.asked as Asked);
    return this.#child ? own : own + startMs;
  }

  #start(): ChildProcess {
    const { script, maxHeapMb, maxMemoryMb, reads = [], writes = [], addons = false } = this.#options;
    const child = forkScript(script, { maxHeapMb, maxMemoryMb, stderr: 'ignore', reads, writes, addons });
    child.on('message', (answer: Answer<Given>) => this.#answered(child, answer));
    child.on('error', (error) => this.#lost(child, error));
    child.on('exit', (code, signal) => this.#lost(child, new Error(`The process ended: ${signal ?? code}`)));
    child.unref();
    child.channel?.unref();
    return child;
  }

  #answered(child: ChildProcess, { id, given }: Answer<Given>): void {
    if (child !== this.#child || this.#current?.question.id !== id) return;
    const current = this.#current;
    this.#current = null;
    settle(current).resolve(given);
    this.#next();
  }

  #lost(child: ChildProcess, error: Error): void {
    if (child === this.#child) this.#restart(error);
  }

  /** The question in hand is given up; the next one starts a new process. */
  #restart(error: Error): void {
    this.#end(error);
    this.#next();
  }

  /** Ends the process and whatever it was doing. */
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

/** The other side, in the script of the child: answers one question after the other, and ends with its parent. */
export function answerQuestions<Asked, Given>(answer: (asked: Asked) => Promise<Given>): void {
  process.on('message', ({ id, asked }: Question<Asked>) => {
    void answer(asked).then((given) => process.send?.({ id, given } satisfies Answer<Given>));
  });
  process.on('disconnect', () => process.exit(0));
}
