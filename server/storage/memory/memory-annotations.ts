import type { AnnotationRecord, AnnotationRecords } from '../store';
import type { Journal } from './memory-undo-log';

export class MemoryAnnotations implements AnnotationRecords {
  /** By owner and job. */
  readonly #records = new Map<string, AnnotationRecord & { owner: string }>();
  readonly #id = crypto.randomUUID();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  id(): string {
    return this.#id;
  }

  get(owner: string, jobId: string): string | null {
    return this.#records.get(keyOf(owner, jobId))?.annotation ?? null;
  }

  put(owner: string, jobId: string, annotation: string): void {
    const record = { owner, jobId, annotation, version: this.lastVersion(owner) + 1 };
    this.#journal.write(this.#records, keyOf(owner, jobId), record);
  }

  changedSince(owner: string, version: number, limit: number): AnnotationRecord[] {
    return this.#of(owner)
      .filter((record) => record.version > version)
      .sort((left, right) => left.version - right.version)
      .slice(0, limit)
      .map(({ owner: _owner, ...record }) => record);
  }

  lastVersion(owner: string): number {
    return this.#of(owner).reduce((last, { version }) => Math.max(last, version), 0);
  }

  #of(owner: string) {
    return [...this.#records.values()].filter((record) => record.owner === owner);
  }
}

function keyOf(owner: string, jobId: string): string {
  return `${owner}\n${jobId}`;
}
