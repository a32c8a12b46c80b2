import { copy, type Journal } from './memory-undo-log';
import type { CallPatch, CallRecord, KeyedRun, KeyPatch, RouterRecords } from '../router-records';

export class MemoryRouter implements RouterRecords {
  readonly #calls = new Map<string, CallRecord>();
  readonly #keys = new Map<string, KeyedRun>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  insertCall(call: CallRecord): void {
    if (this.#calls.has(call.id)) throw new Error(`There is a call ${call.id} already`);
    this.#journal.write(this.#calls, call.id, copy(call));
  }

  call(id: string): CallRecord | null {
    return copy(this.#calls.get(id) ?? null);
  }

  updateCall(id: string, patch: CallPatch): void {
    const call = this.#calls.get(id);
    if (call) this.#journal.write(this.#calls, id, { ...call, ...patch });
  }

  inFlight(owner: string): { calls: number; cents: number } {
    const own = [...this.#calls.values()].filter((call) => call.owner === owner && call.endedAt === null);
    return { calls: own.length, cents: own.reduce((sum, { holdCents }) => sum + holdCents, 0) };
  }

  startedAfter(owner: string, timestamp: number): { calls: number; oldest: number | null } {
    const starts = [...this.#calls.values()]
      .filter((call) => call.owner === owner && call.startedAt > timestamp)
      .map(({ startedAt }) => startedAt);
    return { calls: starts.length, oldest: starts.length > 0 ? Math.min(...starts) : null };
  }

  unendedCalls(): CallRecord[] {
    return [...this.#calls.values()]
      .filter(({ endedAt: finishedAt }) => finishedAt === null)
      .sort((a, b) => a.startedAt - b.startedAt)
      .map(copy);
  }

  removeCallsEndedBefore(timestamp: number): void {
    for (const [id, { endedAt: finishedAt }] of this.#calls) {
      if (finishedAt !== null && finishedAt < timestamp) this.#journal.write(this.#calls, id, undefined);
    }
  }

  insertKey(run: KeyedRun): void {
    const entry = entryOf(run.owner, run.key);
    if (this.#keys.has(entry)) throw new Error('There is such a key already');
    this.#journal.write(this.#keys, entry, copy(run));
  }

  key(owner: string, key: string): KeyedRun | null {
    return copy(this.#keys.get(entryOf(owner, key)) ?? null);
  }

  updateKey(owner: string, key: string, patch: KeyPatch): void {
    const entry = entryOf(owner, key);
    const run = this.#keys.get(entry);
    if (run) this.#journal.write(this.#keys, entry, { ...run, ...copy(patch) });
  }

  removeKey(owner: string, key: string): void {
    this.#journal.write(this.#keys, entryOf(owner, key), undefined);
  }

  begunKeys(): KeyedRun[] {
    return [...this.#keys.values()].filter(({ state }) => state === 'begun').map(copy);
  }

  submittedKeys(): KeyedRun[] {
    return [...this.#keys.values()].filter(({ state, response }) => state === 'running' && response !== null).map(copy);
  }

  keysClaimedBefore(timestamp: number, limit: number): KeyedRun[] {
    return [...this.#keys.values()]
      .filter(({ claimedAt }) => claimedAt < timestamp)
      .sort((a, b) => a.claimedAt - b.claimedAt)
      .slice(0, limit)
      .map(copy);
  }

  /** Blobs of the stored responses. */
  blobs(): string[] {
    return [...this.#keys.values()].flatMap(({ response }) =>
      response && 'blob' in response.body ? [response.body.blob] : [],
    );
  }
}

function entryOf(owner: string, key: string): string {
  return JSON.stringify([owner, key]);
}
