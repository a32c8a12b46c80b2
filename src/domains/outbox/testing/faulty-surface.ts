import { KEY_LIFETIME_MS } from '../../journal/key-age';
import type { LookupOutcome, SendOutcome } from '../outbox-machine';

/** Possible faults of a job submission, at each step. */
export const SEND_FAULTS = [
  'none',
  /** Lost before arrival, or cut off within the body. */
  'lost_before',
  /** The job is created, and the response is lost. */
  'lost_after',
  /** A 5xx before anything was done, and one after. */
  'broke_before',
  'broke_after',
  /** The key is claimed, and the surface fails before the job exists. */
  'broke_inside',
  /** The client gives up; the request arrives later. */
  'arrives_late',
  /** The browser sends the request twice, and returns the second response. */
  'doubled',
  'queue_full',
  'unauthorized',
  'invalid',
] as const;
export type SendFault = (typeof SEND_FAULTS)[number];

export const LOOKUP_FAULTS = ['none', 'unreachable', 'locked_out', 'lags'] as const;
export type LookupFault = (typeof LOOKUP_FAULTS)[number];

/** A surface that follows the contract. Committed state survives a restart; requests in flight do not. */
export class FaultySurface {
  readonly jobs: { id: string; key: string; outboxId: string }[] = [];
  isDown = false;
  private readonly claims = new Map<string, number>();
  private late: (() => void)[] = [];
  private readonly lists: boolean;

  constructor(lists: boolean) {
    this.lists = lists;
  }

  jobsOf(outboxId: string): string[] {
    return this.jobs.filter((job) => job.outboxId === outboxId).map(({ id }) => id);
  }

  send(request: { key: string; outboxId: string }, fault: SendFault, now: number): SendOutcome {
    if (this.isDown || fault === 'lost_before' || fault === 'broke_before') return { kind: 'unknown' };
    if (fault === 'arrives_late') {
      this.late.push(() => this.take(request, 'none', now));
      return { kind: 'unknown' };
    }
    if (fault === 'doubled') this.take(request, 'none', now);
    const outcome = this.take(request, fault, now);
    return fault === 'lost_after' || fault === 'broke_after' ? { kind: 'unknown' } : outcome;
  }

  look(outboxId: string, fault: LookupFault): LookupOutcome {
    if (this.isDown || fault === 'unreachable') return { kind: 'unreachable' };
    if (fault === 'locked_out') return { kind: 'locked_out' };
    if (!this.lists) return { kind: 'no_list' };
    const [job] = fault === 'lags' ? [] : this.jobsOf(outboxId);
    return job === undefined ? { kind: 'absent' } : { kind: 'found', jobId: job };
  }

  deliverLate(): void {
    const { late } = this;
    this.late = [];
    for (const arrive of late) arrive();
  }

  restart(): void {
    this.late = [];
    this.isDown = false;
  }

  private take(request: { key: string; outboxId: string }, fault: SendFault, now: number): SendOutcome {
    if (fault === 'unauthorized') return rejected(401, fault);
    if (fault === 'queue_full') return rejected(429, fault);
    const claimedAt = this.claims.get(request.key);
    if (claimedAt !== undefined && now < claimedAt + KEY_LIFETIME_MS) return rejected(422, 'idempotency_key_reuse');
    if (fault === 'invalid') return rejected(422, 'invalid_workflow');
    this.claims.set(request.key, now);
    if (fault === 'broke_inside') return { kind: 'unknown' };
    const id = `job-${this.jobs.length + 1}`;
    this.jobs.push({ id, ...request });
    return { kind: 'accepted', jobId: id };
  }
}

function rejected(status: number, code: string): SendOutcome {
  const rejection = { status, code, message: code, details: null, requestId: null };
  return { kind: 'answered', refusal: rejection, retryAfterS: status === 429 ? 3 : null };
}
