import type { JobRecord } from '../job-record';
import type { WebhookDelivery, WebhookRecords } from '../webhook-records';
import type { Journal } from './memory-undo-log';

export class MemoryWebhook implements WebhookRecords {
  onJobEnd: ((ended: JobRecord) => void) | null = null;
  readonly #states = new Map<string, string>();
  /** By id, in the order in which they were put. */
  readonly #deliveries = new Map<string, WebhookDelivery & { seq: number }>();
  readonly #journal: Journal;
  #lastSeq = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  state(name: string): string | null {
    return this.#states.get(name) ?? null;
  }

  setState(name: string, value: string | null): void {
    this.#journal.write(this.#states, name, value ?? undefined);
  }

  put(delivery: WebhookDelivery): void {
    if (this.#deliveries.has(delivery.id)) return;
    this.#lastSeq += 1;
    this.#journal.write(this.#deliveries, delivery.id, { ...delivery, seq: this.#lastSeq });
  }

  due(now: number): WebhookDelivery | null {
    const [first] = this.#all()
      .filter(({ nextAt }) => nextAt <= now)
      .sort((left, right) => left.nextAt - right.nextAt || left.seq - right.seq);
    if (!first) return null;
    const { seq: _seq, ...delivery } = first;
    return delivery;
  }

  nextAt(): number | null {
    return this.#all().reduce<number | null>(
      (least, { nextAt }) => (least === null ? nextAt : Math.min(least, nextAt)),
      null,
    );
  }

  postpone(id: string, attempts: number, nextAt: number): void {
    const known = this.#deliveries.get(id);
    if (known) this.#journal.write(this.#deliveries, id, { ...known, attempts, nextAt });
  }

  hasten(now: number): void {
    for (const { id, attempts } of this.#all()) this.postpone(id, attempts, now);
  }

  remove(id: string): void {
    this.#journal.write(this.#deliveries, id, undefined);
  }

  removeAll(): void {
    for (const { id } of this.#all()) this.remove(id);
  }

  prune(instant: number, limit: number): number {
    const all = this.#all().sort((left, right) => right.seq - left.seq);
    const removed = all.filter(({ createdAt }, index) => createdAt < instant || index >= limit);
    for (const { id } of removed) this.remove(id);
    return removed.length;
  }

  count(): number {
    return this.#deliveries.size;
  }

  #all() {
    return [...this.#deliveries.values()];
  }
}
