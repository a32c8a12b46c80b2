import { KEY_LIFETIME_MS, type LookOutcome, type SendOutcome } from '../outbox-machine';

/** What can happen to one request for a job, at each step of its way. */
export const SEND_FAULTS = [
  'none',
  /** Lost on the way there, or cut in the middle of the body. */
  'lost_before',
  /** The job is made, and the answer is lost. */
  'lost_after',
  /** A 5xx before anything was done, and one after. */
  'broke_before',
  'broke_after',
  /** The key is claimed, and the surface breaks before the job is there. */
  'broke_inside',
  /** The client gives up; the request arrives in the end. */
  'arrives_late',
  /** The browser sends it twice by itself, and shows the second answer. */
  'doubled',
  'queue_full',
  'unauthorized',
  'invalid',
] as const;
export type SendFault = (typeof SEND_FAULTS)[number];

export const LOOK_FAULTS = ['none', 'unreachable', 'locked_out', 'lags'] as const;
export type LookFault = (typeof LOOK_FAULTS)[number];

/** A surface as the contract describes it. What it has committed outlives a restart; what is on its way does not. */
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

  look(outboxId: string, fault: LookFault): LookOutcome {
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
    if (fault === 'unauthorized') return refused(401, fault);
    if (fault === 'queue_full') return refused(429, fault);
    const claimedAt = this.claims.get(request.key);
    if (claimedAt !== undefined && now < claimedAt + KEY_LIFETIME_MS) return refused(422, 'idempotency_key_reuse');
    if (fault === 'invalid') return refused(422, 'invalid_workflow');
    this.claims.set(request.key, now);
    if (fault === 'broke_inside') return { kind: 'unknown' };
    const id = `job-${this.jobs.length + 1}`;
    this.jobs.push({ id, ...request });
    return { kind: 'accepted', jobId: id };
  }
}

function refused(status: number, code: string): SendOutcome {
  const refusal = { status, code, message: code, details: null, requestId: null };
  return { kind: 'answered', refusal, retryAfterS: status === 429 ? 3 : null };
}
