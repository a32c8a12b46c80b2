import { copy, type Journal } from './memory-undo-log';
import type {
  NewRequest,
  RequestCompletion,
  RequestPhase,
  RequestRecord,
  RequestRecords,
  StoredBytes,
} from '../request-records';
import type { RecordedResponse } from '../router-records';

interface StoredRequest {
  seq: number;
  record: Omit<RequestRecord, 'hasAnswer'>;
  input: StoredBytes | null;
  response: RecordedResponse | null;
}

export class MemoryRequests implements RequestRecords {
  readonly #rows = new Map<string, StoredRequest>();
  readonly #journal: Journal;
  #lastSeq = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  insert(request: NewRequest, input: StoredBytes): void {
    if (this.#rows.has(request.id)) throw new Error(`There is a request ${request.id} already`);
    this.#lastSeq += 1;
    const record = { ...request, phase: 'queued', completedAt: null, errorType: null } as const;
    this.#journal.write(this.#rows, request.id, { seq: this.#lastSeq, record, input: copy(input), response: null });
  }

  get(id: string): RequestRecord | null {
    const row = this.#rows.get(id);
    return row ? recordOf(row) : null;
  }

  input(id: string): StoredBytes | null {
    return copy(this.#rows.get(id)?.input ?? null);
  }

  response(id: string): RecordedResponse | null {
    return copy(this.#rows.get(id)?.response ?? null);
  }

  setPhase(id: string, phase: Exclude<RequestPhase, 'completed'>): void {
    const row = this.#rows.get(id);
    if (row) this.#journal.write(this.#rows, id, { ...row, record: { ...row.record, phase } });
  }

  complete(id: string, { completedAt, errorType, response }: RequestCompletion): void {
    const row = this.#rows.get(id);
    if (!row) return;
    const record = { ...row.record, phase: 'completed', completedAt, errorType } as const;
    this.#journal.write(this.#rows, id, { ...row, record, input: null, response: copy(response) });
  }

  nextQueued(): RequestRecord[] {
    const first = new Map<string, StoredRequest>();
    for (const row of this.#inPhase('queued')) if (!first.has(row.record.owner)) first.set(row.record.owner, row);
    return [...first.values()].map(recordOf);
  }

  running(): RequestRecord[] {
    return this.#inPhase('running').map(recordOf);
  }

  restored(): RequestRecord[] {
    return this.#inPhase('restored').map(recordOf);
  }

  countQueued(owner: string): number {
    return this.#inPhase('queued').filter(({ record }) => record.owner === owner).length;
  }

  queuePosition(id: string): number {
    const own = this.#rows.get(id);
    if (!own) return 0;
    return this.#inPhase('queued').filter(({ seq, record }) => record.owner === own.record.owner && seq < own.seq)
      .length;
  }

  queuedBefore(timestamp: number, limit: number): RequestRecord[] {
    const old = this.#inPhase('queued').filter(({ record }) => record.createdAt < timestamp);
    return old.slice(0, limit).map(recordOf);
  }

  deleteResponsesBefore(timestamp: number): string[] {
    const old = [...this.#rows.values()].filter(
      ({ record, response }) => response !== null && record.completedAt !== null && record.completedAt < timestamp,
    );
    for (const row of old) this.#journal.write(this.#rows, row.record.id, { ...row, response: null });
    return old.flatMap(({ response }) => (response && 'blob' in response.body ? [response.body.blob] : []));
  }

  removeCompletedBefore(timestamp: number): void {
    for (const [id, { record }] of this.#rows) {
      if (record.completedAt !== null && record.completedAt < timestamp) this.#journal.write(this.#rows, id, undefined);
    }
  }

  /** Blobs of the stored inputs and responses. */
  blobs(): string[] {
    return [...this.#rows.values()].flatMap(({ input, response }) => [
      ...(input && 'blob' in input ? [input.blob] : []),
      ...(response && 'blob' in response.body ? [response.body.blob] : []),
    ]);
  }

  /** Oldest first. */
  #inPhase(phase: RequestPhase): StoredRequest[] {
    return [...this.#rows.values()].filter(({ record }) => record.phase === phase).sort((a, b) => a.seq - b.seq);
  }
}

function recordOf({ record, response }: StoredRequest): RequestRecord {
  return { ...copy(record), hasAnswer: response !== null };
}
