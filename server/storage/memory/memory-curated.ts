import type { CuratedRecords, CuratedRow } from '../store';
import type { Journal } from './memory-undo-log';

export class MemoryCurated implements CuratedRecords {
  /** By owner, kind and id. */
  readonly #records = new Map<string, CuratedRow & { owner: string }>();
  readonly #id = crypto.randomUUID();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  id(): string {
    return this.#id;
  }

  get(owner: string, kind: string, id: string): string | null {
    return this.#records.get(keyOf(owner, kind, id))?.state ?? null;
  }

  put(owner: string, record: Omit<CuratedRow, 'version'>): void {
    const key = keyOf(owner, record.kind, record.id);
    this.#journal.write(this.#records, key, { ...record, owner, version: this.version(owner) + 1 });
  }

  changedSince(owner: string, version: number, { count, length }: { count: number; length: number }): CuratedRow[] {
    const later = this.#of(owner)
      .filter((record) => record.version > version)
      .sort((left, right) => left.version - right.version)
      .slice(0, count);
    let sum = 0;
    const end = later.findIndex(({ state }, index) => (sum += state.length) > length && index > 0);
    return (end < 0 ? later : later.slice(0, end)).map(({ owner: _owner, ...record }) => record);
  }

  version(owner: string): number {
    return this.#of(owner).reduce((last, { version }) => Math.max(last, version), 0);
  }

  usedLength(owner: string): number {
    return this.#of(owner).reduce((length, { state }) => length + state.length, 0);
  }

  #of(owner: string) {
    return [...this.#records.values()].filter((record) => record.owner === owner);
  }
}

function keyOf(owner: string, kind: string, id: string): string {
  return `${owner}\n${kind}\n${id}`;
}
