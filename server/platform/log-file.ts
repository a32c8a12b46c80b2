import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { StartupProblem, systemErrorCode } from '../startup-problem';

/** A file is continued until it has this part of the size, or of the age, that all files together may have. */
const PARTS = 10;
/** Begins each line, as `createNodeLog` writes it; used to find when a file was begun. */
const FIRST_TIME = /"time":"([^"]{10,40})"/;
const HEAD_BYTES = 512;

export interface LogFileOptions {
  path: string;
  /** Of this file and its predecessors together. */
  maxBytes: number;
  /** Older lines are deleted, some of them up to a tenth later. */
  maxAgeMs: number;
  now?: () => number;
  /** Called with a sentence when lines cannot be written, and once more when they can again. */
  onProblem: (sentence: string) => void;
}

/**
 * Appends the log to a file. A full or old file is renamed to `NAME.TIME`, and a new one is begun; the oldest ones are deleted. Writes
 * are synchronous: the last line before an exit is the most important one. A failing disk never stops the gateway.
 */
export class LogFile {
  readonly #options: LogFileOptions;
  #file: { descriptor: number; bytes: number; begunAt: number } | null;
  #hasFailed = false;

  /** @throws StartupProblem if the file cannot be written */
  constructor(options: LogFileOptions) {
    this.#options = options;
    try {
      this.#file = this.#open();
      this.#deleteOld();
    } catch (error) {
      throw new StartupProblem(
        `The log file ${options.path} cannot be written (${systemErrorCode(error) || String(error)}): name another one with --log-file, or start without it.`,
        { cause: error },
      );
    }
  }

  write(line: string): void {
    try {
      this.#beginNext(Buffer.byteLength(line));
      this.#file ??= this.#open();
      this.#file.bytes += writeSync(this.#file.descriptor, line);
      if (this.#hasFailed) this.#report(false, 'The log file is written again; some lines are missing in it');
    } catch (error) {
      // The next line tries again, with a new descriptor.
      this.#close();
      const reason = systemErrorCode(error) || String(error);
      this.#report(true, `The log file ${this.#options.path} cannot be written (${reason}); the log continues here`);
    }
  }

  close(): void {
    this.#close();
  }

  #report(hasFailed: boolean, sentence: string): void {
    const isNew = hasFailed !== this.#hasFailed;
    // First, since the report is a line of the log, too.
    this.#hasFailed = hasFailed;
    if (isNew) this.#options.onProblem(sentence);
  }

  #open() {
    const descriptor = openSync(this.#options.path, 'a+', 0o600);
    const { size } = fstatSync(descriptor);
    return { descriptor, bytes: size, begunAt: size === 0 ? this.#now() : firstTime(descriptor) };
  }

  #close(): void {
    const file = this.#file;
    this.#file = null;
    try {
      if (file) closeSync(file.descriptor);
    } catch {
      // The disk is gone.
    }
  }

  #beginNext(added: number): void {
    const { path: name, maxBytes, maxAgeMs } = this.#options;
    const file = this.#file;
    if (!file || file.bytes === 0) return;
    const isFull = file.bytes + added > maxBytes / PARTS;
    const isOld = this.#now() - file.begunAt > maxAgeMs / PARTS;
    if (!isFull && !isOld) return;
    this.#close();
    if (existsSync(name)) renameSync(name, freeName(name, this.#now()));
    this.#file = this.#open();
    this.#deleteOld();
  }

  /** Leaves room for the file that is being written. */
  #deleteOld(): void {
    const { maxBytes, maxAgeMs } = this.#options;
    let bytes = maxBytes / PARTS;
    for (const { file, endedAt } of this.#predecessors()) {
      bytes += statSync(file).size;
      if (bytes > maxBytes || this.#now() - endedAt > maxAgeMs) rmSync(file, { force: true });
    }
  }

  /** Newest first. */
  #predecessors(): { file: string; endedAt: number }[] {
    const folder = path.dirname(this.#options.path);
    const prefix = `${path.basename(this.#options.path)}.`;
    return readdirSync(folder)
      .sort()
      .reverse()
      .flatMap((name) => {
        const endedAt = name.startsWith(prefix) ? timeOf(name.slice(prefix.length)) : null;
        return endedAt === null ? [] : [{ file: path.join(folder, name), endedAt }];
      });
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

/** When a predecessor was renamed, from the end of its name; `null` for other files. */
function timeOf(end: string): number | null {
  const [, year, month, day, hour, minute, second, ms] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(?:-\d+)?$/.exec(end) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(time) ? null : time;
}

/** `flowdeck.log.20261128T161005123Z`, with a number if it is taken. */
function freeName(name: string, now: number): string {
  const first = `${name}.${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`;
  for (let count = 1, free = first; ; count += 1, free = `${first}-${count}`) if (!existsSync(free)) return free;
}

/** When the first line of a file was written; its last change if that cannot be read. */
function firstTime(descriptor: number): number {
  const head = Buffer.alloc(HEAD_BYTES);
  const length = readSync(descriptor, head, 0, HEAD_BYTES, 0);
  const [, time = ''] = FIRST_TIME.exec(head.toString('utf8', 0, length)) ?? [];
  const at = Date.parse(time);
  return Number.isNaN(at) ? fstatSync(descriptor).mtimeMs : at;
}
