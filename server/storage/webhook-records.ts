import type { JobRecord } from './job-record';

/** An event that is to be delivered. */
export interface WebhookDelivery {
  /** Known to the receiver, which recognizes a repetition by it. */
  id: string;
  /** JSON, which the store does not read. */
  event: string;
  createdAt: number;
  attempts: number;
  nextAt: number;
}

/** The settings of the webhook and its queue. Names are those of its states; values are JSON, which the store does not read. */
export interface WebhookRecords {
  /** Called with each job that ends, in the transaction in which it does. `null`: nobody is told. */
  onJobEnd: ((ended: JobRecord) => void) | null;
  state(name: string): string | null;
  setState(name: string, value: string | null): void;
  /** Does nothing if an event with this id waits. */
  put(delivery: WebhookDelivery): void;
  /** Returns the event whose attempt was due first, at `now` or before. */
  due(now: number): WebhookDelivery | null;
  /** `null` if nothing waits. */
  nextAt(): number | null;
  postpone(id: string, attempts: number, nextAt: number): void;
  /** Makes all of them due at `now`. */
  hasten(now: number): void;
  remove(id: string): void;
  removeAll(): void;
  /** Removes events that are older than `instant`, and the oldest of more than `limit`. Returns how many. */
  prune(instant: number, limit: number): number;
  count(): number;
}
