import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How far a job got on ComfyUI, kept beyond the life of the gateway.
 * - `sent`: it may stand in ComfyUI's queue. Written before it is submitted.
 * - `started`: ComfyUI has begun to run it, so it must never be submitted again.
 * - `unwanted`: it was canceled, and ComfyUI may not know yet.
 */
export type RunStage = 'sent' | 'started' | 'unwanted';

export interface RunLedger {
  stage(jobId: string): RunStage | null;
  put(jobId: string, stage: RunStage): void;
  remove(jobId: string): void;
  /** Of all jobs with a note. */
  ids(): string[];
  unwanted(): string[];
}

const STAGES: ReadonlySet<string> = new Set<RunStage>(['sent', 'started', 'unwanted']);
const JOB_ID = /^[\w-]+$/;

/** One small file per job. A note that cannot be read counts as `started`: rather lost than run twice. */
export class FileRunLedger implements RunLedger {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
  }

  stage(jobId: string): RunStage | null {
    try {
      const text = readFileSync(this.#file(jobId), 'utf8');
      return STAGES.has(text) ? (text as RunStage) : 'started';
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      return 'started';
    }
  }

  put(jobId: string, stage: RunStage): void {
    const file = this.#file(jobId);
    writeFileSync(`${file}.new`, stage);
    renameSync(`${file}.new`, file);
  }

  remove(jobId: string): void {
    rmSync(this.#file(jobId), { force: true });
  }

  ids(): string[] {
    return readdirSync(this.#dir).filter((name) => JOB_ID.test(name));
  }

  unwanted(): string[] {
    return this.ids().filter((id) => this.stage(id) === 'unwanted');
  }

  #file(jobId: string): string {
    if (!JOB_ID.test(jobId)) throw new TypeError('Not the id of a job');
    return join(this.#dir, jobId);
  }
}
