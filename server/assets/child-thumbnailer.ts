import { fork, type ChildProcess } from 'node:child_process';
import type { Clock } from '../clock';
import type { Thumbnailer } from './thumbnailer';

const IDLE_MS = 30_000;
const TIMEOUT_MS = 15_000;
/** The child holds its picture in native memory; its JavaScript needs next to nothing. */
const CHILD_ARGUMENTS = ['--max-old-space-size=64'];
/** The child reads files of strangers: it gets none of the gateway's credentials. */
const PASSED_ENV = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

export interface ThumbnailQuestion {
  id: number;
  path: string;
  side: number;
}

export interface ThumbnailAnswer {
  id: number;
  bytes: Uint8Array | null;
}

interface Pending {
  question: ThumbnailQuestion;
  resolve: (bytes: Uint8Array | null) => void;
  reject: (error: Error) => void;
}

/**
 * Small pictures by a process of their own: a crash of the image library costs one thumbnail, and the memory of it goes
 * back to the system when nobody looks at pictures. One picture at a time, the others wait.
 */
export class ChildThumbnailer implements Thumbnailer {
  readonly #script: string;
  readonly #clock: Clock;
  readonly #waiting: Pending[] = [];
  #current: Pending | null = null;
  #child: ChildProcess | null = null;
  #stopTimer: (() => void) | null = null;
  #lastId = 0;
  #isClosed = false;

  /** @param script the built `thumbnail-child`. */
  constructor(script: string, clock: Clock) {
    this.#script = script;
    this.#clock = clock;
  }

  /** Rejects when the process crashed or took too long over this picture; the next one gets a new process. */
  thumbnail(path: string, side: number): Promise<Uint8Array | null> {
    if (this.#isClosed) return Promise.reject(new Error('The thumbnailer is closed'));
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.push({ question: { id: this.#lastId, path, side }, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const error = new Error('The thumbnailer is closed');
    for (const pending of this.#waiting.splice(0)) pending.reject(error);
    this.#end(error);
  }

  #next(): void {
    if (this.#current || this.#isClosed) return;
    this.#stopTimer?.();
    const next = this.#waiting.shift();
    if (!next) {
      this.#stopTimer = this.#clock.after(IDLE_MS, () => this.#end(new Error('Idle')));
      return;
    }
    this.#current = next;
    this.#stopTimer = this.#clock.after(TIMEOUT_MS, () => this.#restart(new Error('The picture took too long')));
    const child = this.#child ?? this.#start();
    this.#child = child;
    child.send(next.question, (error) => {
      if (error) this.#lost(child, error);
    });
  }

  #start(): ChildProcess {
    const child = fork(this.#script, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: CHILD_ARGUMENTS,
      env: Object.fromEntries(PASSED_ENV.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    });
    child.on('message', (answer: ThumbnailAnswer) => this.#answered(child, answer));
    child.on('error', (error) => this.#lost(child, error));
    child.on('exit', (code, signal) => this.#lost(child, new Error(`The process ended: ${signal ?? code}`)));
    child.unref();
    child.channel?.unref();
    return child;
  }

  #answered(child: ChildProcess, { id, bytes }: ThumbnailAnswer): void {
    if (child !== this.#child || this.#current?.question.id !== id) return;
    const { resolve } = this.#current;
    this.#current = null;
    resolve(bytes instanceof Uint8Array ? bytes : null);
    this.#next();
  }

  #lost(child: ChildProcess, error: Error): void {
    if (child === this.#child) this.#restart(error);
  }

  /** The picture in hand is given up; the next one starts a new process. */
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
    current?.reject(error);
  }
}
