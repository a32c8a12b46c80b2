import { isTerminal } from '@contract/jobs/lifecycle';
import type { BatchEntry, CellInFlight } from './batch-entry';
import type { CellPorts, JobReport } from './cell-ports';

/** What this page has seen of the job of a cell. */
interface Sighting {
  since: number;
  /** Time of the next request; `Infinity` during one. */
  dueAt: number;
  /** Consecutive responses without an outcome: the job is gone or expired. */
  doubts: number;
  end: { status: string; message: string | null } | 'gone' | null;
  /** The event stream has reported the end: it is read once for that, since a response decides. */
  report: 'none' | 'due' | 'used';
}

/** Reads of a job follow each other at least this fast at first; faster where jobs have just taken less. */
const POLL_FAST_MS = 400;
const POLL_FASTEST_MS = 50;
const POLL_SLOW_MS = 5000;
/** Fraction of the time since the first request after which the next one is sent. */
const POLL_GROWTH = 0.25;
const RETRY_MS = 2000;
const RETRY_MAX_MS = 60_000;
/** Servers may briefly report a job as missing or expired while they move it (docs/api-notes.md, End of a job). */
const DOUBTS = 3;

/** Polls the jobs of cells. Requests continue while the batch stores something else. */
export class JobReader {
  readonly #ports: Pick<CellPorts, 'readJob'>;
  readonly #now: () => number;
  /** By entry id. */
  readonly #sightings = new Map<string, Sighting>();
  /** Servers that did not respond, with the time of the next request. */
  readonly #unreachable = new Map<string, { failures: number; dueAt: number }>();
  /** How long the last job of a server took, as seen from here. */
  readonly #durations = new Map<string, number>();
  /** By batch: its present watch. */
  readonly #wakes = new Map<string, () => void>();

  constructor(ports: Pick<CellPorts, 'readJob'>, now: () => number) {
    this.#ports = ports;
    this.#now = now;
  }

  /** Starts the requests that are due. Calls `onEnd`, or that of a later call, after each. */
  readDue(batch: BatchEntry, onEnd: () => void): void {
    this.#wakes.set(batch.id, onEnd);
    for (const surfaceId of batch.surfaceIds) {
      const now = this.#now();
      const unreachable = this.#unreachable.get(surfaceId);
      if (now < (unreachable?.dueAt ?? 0)) continue;
      const due = batch.inFlight.filter(
        (cell) => cell.surfaceId === surfaceId && cell.jobId !== null && dueTime(this.#sighting(cell)) <= now,
      );
      // A server that did not respond gets one request first.
      for (const cell of unreachable ? due.slice(0, 1) : due) void this.#read(batch.id, cell);
    }
  }

  /** Time of the next request. */
  nextDue({ inFlight }: BatchEntry): number {
    const times = inFlight
      .filter(({ jobId }) => jobId !== null)
      .map((cell) => Math.max(dueTime(this.#sighting(cell)), this.#unreachable.get(cell.surfaceId)?.dueAt ?? 0));
    return Math.min(this.#now() + POLL_SLOW_MS, ...times);
  }

  /** The event stream says that the job has ended. Returns true at the first time. */
  noteEnd(cell: CellInFlight): boolean {
    const sighting = this.#sighting(cell);
    if (sighting.report !== 'none') return false;
    sighting.report = 'due';
    return true;
  }

  /** Returns how the job ended; `null` if it has not, or if that is not known yet. */
  endOf({ entryId }: CellInFlight): Sighting['end'] {
    return this.#sightings.get(entryId)?.end ?? null;
  }

  /** The end of a job is recorded. */
  forget({ entryId }: CellInFlight): void {
    this.#sightings.delete(entryId);
  }

  async #read(batchId: string, cell: CellInFlight): Promise<void> {
    const sighting = this.#sighting(cell);
    sighting.dueAt = Infinity;
    if (sighting.report === 'due') sighting.report = 'used';
    const { surfaceId, jobId } = cell;
    const report = await this.#ports.readJob(surfaceId, jobId ?? '');
    this.#noteReachability(surfaceId, report);
    if (report.kind === 'unreachable' || report.kind === 'removed') {
      sighting.dueAt = 0;
    } else {
      sighting.dueAt = this.#now() + this.#delay(sighting, surfaceId);
      this.#note(sighting, surfaceId, report);
    }
    this.#wakes.get(batchId)?.();
  }

  #note(sighting: Sighting, surfaceId: string, report: Extract<JobReport, { kind: 'job' | 'gone' }>): void {
    const isDoubtful = report.kind === 'gone' || report.status === 'expired';
    sighting.doubts = isDoubtful ? sighting.doubts + 1 : 0;
    if (isDoubtful) {
      if (sighting.doubts >= DOUBTS) sighting.end = 'gone';
    } else if (isTerminal(report.status)) {
      sighting.end = report;
      this.#durations.set(surfaceId, this.#now() - sighting.since);
    }
  }

  #delay({ since }: Sighting, surfaceId: string): number {
    const known = this.#durations.get(surfaceId) ?? Infinity;
    const first = Math.max(POLL_FASTEST_MS, Math.min(POLL_FAST_MS, known / 2));
    return Math.min(POLL_SLOW_MS, Math.max(first, (this.#now() - since) * POLL_GROWTH));
  }

  #noteReachability(surfaceId: string, report: JobReport): void {
    const now = this.#now();
    const known = this.#unreachable.get(surfaceId);
    if (report.kind === 'removed') {
      // No request leaves this machine.
      this.#unreachable.set(surfaceId, { failures: 0, dueAt: now + RETRY_MS });
      return;
    }
    if (report.kind !== 'unreachable') {
      this.#unreachable.delete(surfaceId);
      return;
    }
    // Several requests of one look count as one failure.
    if (known && now < known.dueAt) return;
    const failures = (known?.failures ?? 0) + 1;
    const wait = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (failures - 1));
    this.#unreachable.set(surfaceId, { failures, dueAt: now + Math.max(wait, (report.retryAfterS ?? 0) * 1000) });
  }

  #sighting({ entryId }: CellInFlight): Sighting {
    const known = this.#sightings.get(entryId);
    if (known) return known;
    const sighting: Sighting = { since: this.#now(), dueAt: 0, doubts: 0, end: null, report: 'none' };
    this.#sightings.set(entryId, sighting);
    return sighting;
  }
}

/** A request in flight may be older than the report, so another one follows it. */
function dueTime({ dueAt, report }: Sighting): number {
  return report === 'due' && dueAt !== Infinity ? 0 : dueAt;
}
