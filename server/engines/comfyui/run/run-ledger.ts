import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineEndpoint } from '../../engine';
import { isOneOf } from '@contract/typed-objects';

/**
 * Progress of a job on ComfyUI, persisted across restarts of the gateway. `sent`: it may be in ComfyUI's queue; written before
 * the submission. `started`: ComfyUI has started it, so it must never be submitted again. `unwanted`: it was canceled, but
 * ComfyUI may not know yet.
 */
export type RunStage = 'sent' | 'started' | 'unwanted';

export interface RunLedger {
  stage(jobId: string): RunStage | null;
  put(jobId: string, stage: RunStage): void;
  remove(jobId: string): void;
  /** Ids of all recorded jobs. */
  ids(): string[];
  unwanted(): string[];
}

interface RunNote {
  stage: RunStage;
  /** `null` in records of versions with a single ComfyUI. */
  engine: EngineEndpoint | null;
}

const STAGES: readonly RunStage[] = ['sent', 'started', 'unwanted'];
const JOB_ID = /^[\w-]+$/;

/**
 * One small file per job, such as `sent gpu http://127.0.0.1:8188`. An unreadable record counts as `started`: losing a job is
 * better than running it twice.
 */
export class FileRunLedger implements RunLedger {
  readonly #dir: string;
  readonly #owner: (EngineEndpoint & { isFirst: boolean }) | null;

  /**
   * @param owner engine name in written records, and filter of the records that are read; the first engine also reads records
   * without a name. `null`: a single engine has all records.
   */
  constructor(dir: string, owner: (EngineEndpoint & { isFirst: boolean }) | null = null) {
    this.#dir = dir;
    this.#owner = owner;
    mkdirSync(dir, { recursive: true });
  }

  stage(jobId: string): RunStage | null {
    const note = readNote(this.#file(jobId));
    return note !== null && this.#isOwn(note) ? note.stage : null;
  }

  put(jobId: string, stage: RunStage): void {
    const file = this.#file(jobId);
    const text = this.#owner ? `${stage} ${this.#owner.name} ${this.#owner.url}` : stage;
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }

  remove(jobId: string): void {
    rmSync(this.#file(jobId), { force: true });
  }

  ids(): string[] {
    return notesIn(this.#dir).flatMap(({ id, note }) => (this.#isOwn(note) ? [id] : []));
  }

  unwanted(): string[] {
    return notesIn(this.#dir).flatMap(({ id, note }) => (note.stage === 'unwanted' && this.#isOwn(note) ? [id] : []));
  }

  #isOwn({ engine }: RunNote): boolean {
    if (this.#owner === null) return true;
    return engine === null ? this.#owner.isFirst : engine.name === this.#owner.name;
  }

  #file(jobId: string): string {
    if (!JOB_ID.test(jobId)) throw new TypeError('Not the id of a job');
    return join(this.#dir, jobId);
  }
}

/** Returns the unique engine names in the records. */
export function recordedEngines(dir: string): EngineEndpoint[] {
  const byName = new Map<string, EngineEndpoint>();
  for (const { note } of notesIn(dir)) if (note.engine) byName.set(note.engine.name, note.engine);
  return [...byName.values()];
}

function notesIn(dir: string): { id: string; note: RunNote }[] {
  return fileNames(dir).flatMap((id) => {
    const note = JOB_ID.test(id) ? readNote(join(dir, id)) : null;
    return note ? [{ id, note }] : [];
  });
}

function fileNames(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function readNote(file: string): RunNote | null {
  try {
    const [stage = '', name, url] = readFileSync(file, 'utf8').split(' ');
    return {
      stage: isOneOf(STAGES, stage) ? stage : 'started',
      engine: name !== undefined && url !== undefined && URL.canParse(url) ? { name, url } : null,
    };
  } catch (error) {
    return isMissing(error) ? null : { stage: 'started', engine: null };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
