import { msg, t } from '@/lib/i18n/messages';
import type { OutboxState } from '../outbox/outbox-entry';
import { rejectionMessage, rejectionTitle } from '../outbox/submit-error-messages';
import type { BatchEntry, CellInFlight, CellOutcome } from './batch-entry';
import type { CellNews } from './batch-machine';
import type { CellPorts } from './cell-ports';
import { toRecord, type RecordedState } from './cell-record';
import { JobReader } from './job-reader';

interface WatcherDeps {
  ports: CellPorts;
  now: () => number;
  sleepUntil: (until: number, wake: Promise<void>) => Promise<void>;
}

/** What was found out about a cell in flight. */
interface Finding {
  cell: CellInFlight;
  news: CellNews | null;
  /** Stored before the batch learns the news. */
  record?: RecordedState;
  /** Whether the outbox may forget the submission then. */
  isReleased?: boolean;
}

/** Shortest time between two looks at the cells of a batch without a change. */
const LOOK_MS = 50;
/** Age from which a missing submission counts as lost, not as never stored: the cell is then not started again automatically. */
const LOST_AFTER_MS = 12 * 3600 * 1000;

/** Reads the cells in flight of the batches of this page. */
export class CellWatcher {
  readonly #deps: WatcherDeps;
  readonly #jobs: JobReader;
  /** Ids of submissions whose records say that their outcome is unknown. */
  readonly #unsettled = new Set<string>();

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    this.#jobs = new JobReader(deps.ports, deps.now);
  }

  /**
   * Resolves once cells have changed, so that a batch stores as much for jobs of an hour as for jobs of a second. An unreachable
   * server changes nothing. Resolves without news once `interrupt` aborts.
   */
  async watch(batch: BatchEntry, interrupt: AbortSignal): Promise<CellNews[]> {
    const { ports, sleepUntil, now } = this.#deps;
    const submissions = batch.inFlight.filter(({ jobId }) => jobId === null);
    const entryIds = submissions.map(({ entryId }) => entryId);
    for (;;) {
      let wake = () => {};
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Followed before the first read, so that no change is missed.
      const unfollow = [
        ports.followSubmissions(entryIds, wake),
        ports.followJobs(batch.inFlight, (cell) => this.#jobs.noteEnd(cell) && wake()),
      ];
      interrupt.addEventListener('abort', wake);
      try {
        // Not awaited: a slow server delays no other cell.
        this.#jobs.readDue(batch, wake);
        const findings = await Promise.all(
          submissions.map((cell) => this.#checkSubmission(batch, cell).catch(() => null)),
        );
        const news = await this.#record(batch, [...findings, ...this.#endedJobs(batch)]);
        if (news.length > 0 || interrupt.aborted) return news;
        await sleepUntil(Math.max(this.#jobs.nextDue(batch), now() + LOOK_MS), woken);
        if (interrupt.aborted) return [];
      } finally {
        for (const stop of unfollow) stop();
        interrupt.removeEventListener('abort', wake);
      }
    }
  }

  async #checkSubmission(batch: BatchEntry, cell: CellInFlight): Promise<Finding | null> {
    const { ports } = this.#deps;
    const submission = await ports.readSubmission(cell.entryId);
    if (!submission) return cell.settledAs ? this.#settle(cell, cell.settledAs) : this.#recall(batch, cell);
    const { state } = submission;
    const { entryId } = cell;
    if (state.name === 'submitted') {
      // The submission stays until the outcome is recorded, so that a later page finds the job there.
      return { cell, news: { kind: 'submitted', entryId, jobId: state.jobId } };
    }
    if (state.name === 'canceled') {
      if (!isHeld(cell)) return this.#finish(cell, 'canceled', null);
      return { cell, news: { kind: 'held', entryId }, isReleased: true };
    }
    if (state.name === 'refused') {
      const { code, message } = state.refusal;
      return this.#finish(cell, 'refused', `${rejectionTitle(code)}. ${rejectionMessage(code, message)}`);
    }
    if (cell.settledAs) return this.#settleUnconfirmed(cell, cell.settledAs);
    if (submission.isDismissed) return this.#finish(cell, 'unsettled', t(UNSETTLED));
    if ((cell.isWithdrawn || isHeld(cell)) && isUnsent(state)) await ports.cancelSubmission(cell.entryId);
    return this.#noteDelay(batch, cell, state);
  }

  /** Returns what the cell's record knows of a submission that the outbox does not have. */
  async #recall(batch: BatchEntry, cell: CellInFlight): Promise<Finding> {
    const { attempt, entryId, startedAt } = cell;
    const record = await this.#deps.ports.cells.read(batch.id, cell.cell);
    if (record && record.attempt >= attempt) {
      const { outcome, jobId, finishedAt } = record;
      if (jobId !== null && outcome === 'running') return { cell, news: { kind: 'submitted', entryId, jobId } };
      if (finishedAt !== null && outcome !== 'running' && outcome !== 'sending') {
        return { cell, news: { kind: 'finished', entryId, outcome } };
      }
      if (outcome === 'unsettled') return this.#finish(cell, 'unsettled', t(UNSETTLED));
    }
    // The outbox may have had it and deleted it since.
    if (this.#deps.now() - startedAt >= LOST_AFTER_MS) return this.#finish(cell, 'unsettled', t(UNSETTLED));
    return { cell, news: { kind: 'missing', entryId } };
  }

  /** Tells the batch once that the server did not take the submission at once, and records whether its outcome is unknown. */
  async #noteDelay(batch: BatchEntry, cell: CellInFlight, state: OutboxState): Promise<Finding | null> {
    const { entryId } = cell;
    const isUnsettled = state.name === 'unsettled';
    if (isUnsettled !== this.#unsettled.has(entryId)) {
      const outcome = isUnsettled ? 'unsettled' : 'sending';
      const record = toRecord(batch, cell, { outcome, message: isUnsettled ? t(UNSETTLED) : null, finishedAt: null });
      // Without room for the record, the batch must learn of the delay all the same.
      const isWritten = await this.#deps.ports.cells.write([record]).then(
        () => true,
        () => false,
      );
      if (isWritten && isUnsettled) this.#unsettled.add(entryId);
      else if (isWritten) this.#unsettled.delete(entryId);
    }
    const isDelayed = state.name !== 'pending' && state.name !== 'sending';
    return isDelayed && cell.isDelayed !== true ? { cell, news: { kind: 'delayed', entryId } } : null;
  }

  /** The outbox must not send it anymore: its server may be added again. */
  async #settleUnconfirmed(cell: CellInFlight, outcome: CellOutcome): Promise<Finding | null> {
    const { ports } = this.#deps;
    await ports.cancelSubmission(cell.entryId);
    const submission = await ports.readSubmission(cell.entryId);
    // A request in flight cannot be taken back: its response decides.
    return submission?.state.name === 'sending' ? null : this.#settle(cell, outcome);
  }

  #settle(cell: CellInFlight, outcome: CellOutcome): Finding {
    return this.#finish(cell, outcome, outcome === 'succeeded' ? null : t(SETTLED));
  }

  #endedJobs(batch: BatchEntry): Finding[] {
    return batch.inFlight.flatMap((cell) => {
      const report = this.#jobs.endOf(cell);
      if (report === null) return cell.jobId !== null && cell.settledAs ? [this.#settle(cell, cell.settledAs)] : [];
      if (report === 'gone') return [this.#finish(cell, 'unsettled', t(GONE))];
      return [this.#finish(cell, outcomeOf(report.status), report.message)];
    });
  }

  #finish(cell: CellInFlight, outcome: CellOutcome, message: string | null): Finding {
    return {
      cell,
      news: { kind: 'finished', entryId: cell.entryId, outcome },
      record: { outcome, message, finishedAt: this.#deps.now() },
      isReleased: true,
    };
  }

  /** Stores the findings with one write, and returns the news. Without room, those that need a record are found again later. */
  async #record(batch: BatchEntry, checked: readonly (Finding | null)[]): Promise<CellNews[]> {
    const { ports } = this.#deps;
    let findings = checked.filter((finding) => finding !== null);
    const records = findings.flatMap(({ cell, record }) => (record ? [toRecord(batch, cell, record)] : []));
    try {
      if (records.length > 0) await ports.cells.write(records);
    } catch {
      // The disk is full. An outcome is recorded before the batch counts it.
      findings = findings.filter(({ record }) => record === undefined);
    }
    const released = findings.flatMap(({ cell, isReleased }) => (isReleased ? [cell.entryId] : []));
    // Not needed for correctness: an entry that stays is only listed longer.
    if (released.length > 0) void ports.releaseSubmissions(released).catch(() => {});
    for (const { cell, news } of findings) {
      if (news?.kind === 'delayed') continue;
      this.#unsettled.delete(cell.entryId);
      if (news?.kind === 'finished') this.#jobs.forget(cell);
    }
    return findings.flatMap(({ news }) => (news ? [news] : []));
  }
}

const UNSETTLED = msg('It is unknown whether the server has this job. A retry may run it twice.');
const SETTLED = msg('You marked this cell: Flowdeck could not read it.');
const GONE = msg('The server no longer has this job, so its outcome is unknown. A retry may run it twice.');

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
