import { isTerminal } from '@contract/jobs/lifecycle';
import type { OutboxEntry } from '../outbox/outbox-entry';
import type { OutboxState } from '../outbox/outbox-state';
import { rejectionMessage, rejectionTitle } from '../outbox/submit-error-messages';
import type { BatchEntry, CellInFlight, CellOutcome } from './batch-entry';
import type { CellNews } from './batch-machine';
import type { CellPorts, JobReport } from './cell-ports';
import { recordCell } from './record-cell';

interface WatcherDeps {
  ports: CellPorts;
  now: () => number;
  sleepUntil: (until: number, wake: Promise<void>) => Promise<void>;
}

/** What this page has seen of a cell in flight. */
interface Sighting {
  since: number;
  /** Time of the next request. */
  dueAt: number;
  /** Consecutive responses without an outcome: the job is gone or expired. */
  doubts: number;
  isUnsettled: boolean;
}

const POLL_FAST_MS = 400;
const POLL_SLOW_MS = 5000;
/** Fraction of the time since the first request after which the next one is sent. */
const POLL_GROWTH = 0.25;
const RETRY_MS = 2000;
const RETRY_MAX_MS = 60_000;
/** Servers may briefly report a job as missing or expired while they move it (docs/api-notes.md, End of a job). */
const DOUBTS = 3;
/** Age from which a missing submission counts as lost, not as never stored: the cell is then not started again automatically. */
const LOST_AFTER_MS = 12 * 3600 * 1000;

/** Reads the cells in flight of the batches of this page. */
export class CellWatcher {
  readonly #deps: WatcherDeps;
  /** By entry id. */
  readonly #sightings = new Map<string, Sighting>();
  /** Servers that did not respond, with the time of the next request. */
  readonly #unreachable = new Map<string, { failures: number; dueAt: number }>();

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once a cell has changed, so that a batch stores as much for jobs of an hour as for jobs of a second. An unreachable
   * server changes nothing. Resolves without news once `interrupt` aborts.
   */
  async watch(batch: BatchEntry, interrupt: AbortSignal): Promise<CellNews[]> {
    const { ports, sleepUntil } = this.#deps;
    const submissions = batch.inFlight.filter(({ jobId }) => jobId === null).map(({ entryId }) => entryId);
    for (;;) {
      let wake = () => {};
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Followed before the first read, so that no change is missed.
      const unfollow = ports.followSubmissions(submissions, wake);
      interrupt.addEventListener('abort', wake);
      try {
        const news = await this.#check(batch);
        if (news.length > 0 || interrupt.aborted) return news;
        await sleepUntil(this.#nextDue(batch), woken);
        if (interrupt.aborted) return [];
      } finally {
        unfollow();
        interrupt.removeEventListener('abort', wake);
      }
    }
  }

  async #check(batch: BatchEntry): Promise<CellNews[]> {
    const submissions = batch.inFlight.filter(({ jobId }) => jobId === null);
    const news = await Promise.all([
      ...submissions.map((cell) => this.#checkSubmission(batch, cell).catch(() => null)),
      ...batch.surfaceIds.map((surfaceId) => this.#checkServer(batch, surfaceId)),
    ]);
    return news.flat().filter((item) => item !== null);
  }

  #nextDue({ inFlight }: BatchEntry): number {
    const times = inFlight.map(({ entryId, surfaceId }) =>
      Math.max(this.#sighting(entryId).dueAt, this.#unreachable.get(surfaceId)?.dueAt ?? 0),
    );
    return Math.max(Math.min(...times), this.#deps.now() + POLL_FAST_MS);
  }

  async #checkSubmission(batch: BatchEntry, cell: CellInFlight): Promise<CellNews | null> {
    const { ports } = this.#deps;
    this.#see(cell);
    const submission = await ports.readSubmission(cell.entryId);
    if (!submission) return this.#recall(batch, cell);
    const { state } = submission;
    if (state.name === 'submitted') return this.#takeJob(batch, cell, state.jobId);
    if (state.name === 'canceled') {
      return isHeld(cell) ? this.#takeBack(cell) : this.#finish(batch, cell, 'canceled', null);
    }
    if (state.name === 'refused') {
      const { code, message } = state.refusal;
      return this.#finish(batch, cell, 'refused', `${rejectionTitle(code)}. ${rejectionMessage(code, message)}`);
    }
    if (submission.isDismissed) return this.#finish(batch, cell, 'unsettled', UNSETTLED);
    if ((cell.isWithdrawn || isHeld(cell)) && isUnsent(state)) await ports.cancelSubmission(cell.entryId);
    await this.#noteUnsettled(batch, cell, submission);
    return null;
  }

  /** Returns what the cell's record knows of a submission that the outbox does not have. */
  async #recall(batch: BatchEntry, cell: CellInFlight): Promise<CellNews> {
    const { attempt, entryId, startedAt } = cell;
    const record = await this.#deps.ports.cells.read(batch.id, cell.cell);
    if (record && record.attempt >= attempt) {
      const { outcome, jobId, finishedAt } = record;
      if (jobId !== null && outcome === 'running') return { kind: 'submitted', entryId, jobId };
      if (finishedAt !== null && outcome !== 'running' && outcome !== 'sending') {
        return { kind: 'finished', entryId, outcome };
      }
      if (outcome === 'unsettled') return this.#finish(batch, cell, 'unsettled', UNSETTLED);
    }
    // The outbox may have had it and deleted it since.
    if (this.#deps.now() - startedAt >= LOST_AFTER_MS) return this.#finish(batch, cell, 'unsettled', UNSETTLED);
    return { kind: 'missing', entryId };
  }

  async #takeJob(batch: BatchEntry, cell: CellInFlight, jobId: string): Promise<CellNews> {
    await recordCell(this.#deps.ports, batch, cell, { jobId, outcome: 'running', message: null, finishedAt: null });
    this.#sightings.delete(cell.entryId);
    await this.#release(cell);
    return { kind: 'submitted', entryId: cell.entryId, jobId };
  }

  async #takeBack(cell: CellInFlight): Promise<CellNews> {
    this.#sightings.delete(cell.entryId);
    await this.#release(cell);
    return { kind: 'held', entryId: cell.entryId };
  }

  async #noteUnsettled(batch: BatchEntry, cell: CellInFlight, { state }: Pick<OutboxEntry, 'state'>): Promise<void> {
    const sighting = this.#sighting(cell.entryId);
    const isUnsettled = state.name === 'unsettled';
    if (isUnsettled === sighting.isUnsettled) return;
    const outcome = isUnsettled ? 'unsettled' : 'sending';
    const message = isUnsettled ? UNSETTLED : null;
    await recordCell(this.#deps.ports, batch, cell, { outcome, message, finishedAt: null });
    sighting.isUnsettled = isUnsettled;
  }

  /** Reads the jobs that are due on one server. A server that did not respond gets one request first. */
  async #checkServer(batch: BatchEntry, surfaceId: string): Promise<(CellNews | null)[]> {
    const now = this.#deps.now();
    if (now < (this.#unreachable.get(surfaceId)?.dueAt ?? 0)) return [];
    const due = batch.inFlight.filter(
      (cell) => cell.surfaceId === surfaceId && cell.jobId !== null && this.#sighting(cell.entryId).dueAt <= now,
    );
    const [first, ...others] = due;
    if (!first) return [];
    if (!this.#unreachable.has(surfaceId)) return Promise.all(due.map((cell) => this.#checkJob(batch, cell)));
    const news = await this.#checkJob(batch, first);
    if (this.#unreachable.has(surfaceId)) return [news];
    return [news, ...(await Promise.all(others.map((cell) => this.#checkJob(batch, cell))))];
  }

  async #checkJob(batch: BatchEntry, cell: CellInFlight): Promise<CellNews | null> {
    const { surfaceId, jobId } = cell;
    const report = await this.#deps.ports.readJob(surfaceId, jobId ?? '');
    this.#noteReachability(surfaceId, report);
    if (report.kind === 'unreachable') return null;
    this.#see(cell);
    const sighting = this.#sighting(cell.entryId);
    const isDoubtful = report.kind === 'gone' || report.status === 'expired';
    sighting.doubts = isDoubtful ? sighting.doubts + 1 : 0;
    try {
      if (isDoubtful) return sighting.doubts < DOUBTS ? null : await this.#finish(batch, cell, 'unsettled', GONE);
      if (!isTerminal(report.status)) return null;
      return await this.#finish(batch, cell, outcomeOf(report.status), report.message);
    } catch {
      // The disk is full. The outcome is recorded before the batch counts it.
      return null;
    }
  }

  async #finish(
    batch: BatchEntry,
    cell: CellInFlight,
    outcome: CellOutcome,
    message: string | null,
  ): Promise<CellNews> {
    await recordCell(this.#deps.ports, batch, cell, { outcome, message, finishedAt: this.#deps.now() });
    this.#sightings.delete(cell.entryId);
    if (cell.jobId === null) await this.#release(cell);
    return { kind: 'finished', entryId: cell.entryId, outcome };
  }

  /** Not needed for correctness: an entry that stays is only listed longer. */
  async #release({ entryId }: CellInFlight): Promise<void> {
    await this.#deps.ports.releaseSubmission(entryId).catch(() => {});
  }

  #noteReachability(surfaceId: string, report: JobReport): void {
    if (report.kind !== 'unreachable') {
      this.#unreachable.delete(surfaceId);
      return;
    }
    const now = this.#deps.now();
    const known = this.#unreachable.get(surfaceId);
    // Several requests of one check count as one failure.
    if (known && now < known.dueAt) return;
    const failures = (known?.failures ?? 0) + 1;
    const wait = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (failures - 1));
    this.#unreachable.set(surfaceId, { failures, dueAt: now + Math.max(wait, (report.retryAfterS ?? 0) * 1000) });
  }

  #see({ entryId }: CellInFlight): void {
    const now = this.#deps.now();
    const sighting = this.#sighting(entryId);
    const delay = Math.min(POLL_SLOW_MS, Math.max(POLL_FAST_MS, (now - sighting.since) * POLL_GROWTH));
    this.#sightings.set(entryId, { ...sighting, dueAt: now + delay });
  }

  #sighting(entryId: string): Sighting {
    const known = this.#sightings.get(entryId);
    if (known) return known;
    const sighting = { since: this.#deps.now(), dueAt: 0, doubts: 0, isUnsettled: false };
    this.#sightings.set(entryId, sighting);
    return sighting;
  }
}

const UNSETTLED = 'It is unknown whether the server has this job. A retry may run it twice.';
const GONE = 'The server no longer has this job, so its outcome is unknown. A retry may run it twice.';

function outcomeOf(status: string): CellOutcome {
  return status === 'succeeded' || status === 'canceled' ? status : 'failed';
}

/** A stop since the pause cancels the cell. */
function isHeld(cell: CellInFlight): boolean {
  return cell.isHeld === true && !cell.isWithdrawn;
}

/** Returns true if no request was sent that could have created the job. */
function isUnsent(state: OutboxState): boolean {
  return (state.name === 'pending' || state.name === 'waiting') && !state.isProbe;
}
