import type { OutboxState } from '../../outbox/outbox-entry';
import type { BatchCell } from '../batch-cell';
import type { BatchEntry, CellInFlight } from '../batch-entry';
import type { CellPorts, JobReport } from '../cell-ports';

/** How the outbox and the server answer a submission. */
export type Answer = 'accepted' | 'queue_full' | 'lost' | 'refused' | 'unsettled';

interface Submission {
  entryId: string;
  batchId: string;
  cell: number;
  surfaceId: string;
  state: OutboxState;
  isDismissed: boolean;
  /** A page has read that the server did not take it at once. */
  isTroubleSeen: boolean;
}

/** Submissions on one server that may be unconfirmed once it has taken one. */
const MAX_UNCONFIRMED = 8;

interface WorldJob {
  id: string;
  entryId: string;
  surfaceId: string;
  status: string;
  readsLeft: number;
}

const refusal = { status: 422, code: 'invalid_workflow', message: 'Bad graph', details: null, requestId: null };

/** Outbox, cell records and servers as a batch sees them. They outlive the tabs. */
export class CellWorld {
  readonly submissions = new Map<string, Submission>();
  readonly records = new Map<string, BatchCell>();
  readonly jobs: WorldJob[] = [];
  /** Entry ids in the order in which they were stored, and rules that storing one has broken. */
  readonly stored: string[] = [];
  readonly violations: string[] = [];
  readonly down = new Set<string>();
  readCount = 0;
  writeCount = 0;
  /** In order of the submissions; the others are accepted. */
  answers: Answer[] = [];
  /** In order of the ends of jobs; the others succeed. */
  ends: string[] = [];
  /** Per job: after how many reads it ends; the others run until `finish`. */
  durations: number[] = [];
  /** Per write: whether there is space. */
  rooms: boolean[] = [];

  readonly ports: CellPorts = {
    cells: {
      read: async (batchId, cell) => this.records.get(`${batchId}/${cell}`) ?? null,
      write: async (records) => {
        this.takeRoom();
        for (const record of records) this.records.set(`${record.batchId}/${record.cell}`, record);
      },
    },
    submit: async (batch, cells) => {
      this.takeRoom();
      for (const cell of cells) this.submit(batch, cell);
      return [];
    },
    readSubmission: async (entryId) => {
      const submission = this.submissions.get(entryId);
      if (submission && isInTrouble(submission)) submission.isTroubleSeen = true;
      return submission ?? null;
    },
    cancelSubmission: async (entryId) => {
      const submission = this.submissions.get(entryId);
      if (submission?.state.name === 'waiting') submission.state = { name: 'canceled' };
    },
    // As the outbox does on the next page.
    releaseSubmissions: async (entryIds) => {
      for (const entryId of entryIds) this.submissions.delete(entryId);
    },
    followSubmissions: () => () => {},
    followJobs: () => () => {},
    readJob: async (surfaceId, jobId) => this.readJob(surfaceId, jobId),
  };

  runningOf(batchId: string): WorldJob[] {
    return this.jobs.filter(({ entryId, status }) => entryId.startsWith(`${batchId}.`) && status === 'running');
  }

  /** Returns the submissions that the outbox sends as soon as the server has room. */
  waitingOf(batchId: string): string[] {
    const own = [...this.submissions.values()].filter((submission) => submission.batchId === batchId);
    return own.flatMap(({ entryId, state }) => (state.name === 'waiting' ? [entryId] : []));
  }

  /** Creates the jobs of the submissions that wait or are unconfirmed. */
  deliver(): void {
    for (const submission of this.submissions.values()) {
      const { name } = submission.state;
      if (name === 'waiting' || name === 'unknown') this.accept(submission);
    }
  }

  /** Ends the oldest running jobs. */
  finish(count: number): void {
    for (const job of this.jobs.filter(({ status }) => status === 'running').slice(0, count)) this.end(job);
  }

  /** The user puts away the submissions whose outcome is unknown. */
  dismissUnsettled(): void {
    for (const submission of this.submissions.values()) {
      if (submission.state.name === 'unsettled') submission.isDismissed = true;
    }
  }

  private submit(batch: BatchEntry, cell: CellInFlight): void {
    const { entryId, surfaceId } = cell;
    this.checkRules(batch, cell);
    const submission: Submission = {
      entryId,
      batchId: batch.id,
      cell: cell.cell,
      surfaceId,
      state: { name: 'pending', isProbe: false },
      isDismissed: false,
      isTroubleSeen: false,
    };
    this.submissions.set(entryId, submission);
    this.stored.push(entryId);
    switch (this.answers.shift() ?? 'accepted') {
      case 'accepted':
        return this.accept(submission);
      case 'queue_full':
        submission.state = { name: 'waiting', until: 0, code: 'queue_full', isProbe: false };
        return undefined;
      case 'lost':
        submission.state = { name: 'unknown', until: 0, looks: 0, hasArrived: false };
        return undefined;
      case 'refused':
        submission.state = { name: 'refused', refusal };
        return undefined;
      case 'unsettled':
        submission.state = { name: 'unsettled', why: 'stopped', refusal: null };
        return undefined;
    }
  }

  private accept(submission: Submission): void {
    const { entryId, surfaceId } = submission;
    const id = `job-${this.jobs.length + 1}`;
    this.jobs.push({ id, entryId, surfaceId, status: 'running', readsLeft: this.durations.shift() ?? Infinity });
    submission.state = { name: 'submitted', jobId: id, how: 'answered' };
  }

  private end(job: WorldJob): void {
    job.status = this.ends.shift() ?? 'succeeded';
  }

  private checkRules(batch: BatchEntry, { entryId, cell, attempt, surfaceId }: CellInFlight): void {
    const open = [...this.submissions.values()].filter(
      ({ batchId, state }) => batchId === batch.id && state.name !== 'refused' && state.name !== 'submitted',
    );
    const busy = open.filter(({ state }) => state.name !== 'canceled');
    const isRunning = this.runningOf(batch.id).some((job) => job.entryId.startsWith(`${batch.id}.${cell}.`));
    if (this.runningOf(batch.id).length + busy.length >= batch.limit)
      this.violations.push(`${entryId} exceeds the limit`);
    if (this.floods(batch, surfaceId, busy)) this.violations.push(`${entryId} floods ${surfaceId}`);
    if (this.stored.includes(entryId)) this.violations.push(`${entryId} was stored twice`);
    if (isRunning) this.violations.push(`${entryId} repeats a running cell`);
    if (batch.isPaused) this.violations.push(`${entryId} started while paused`);
    if (batch.isStopped && attempt === 1) this.violations.push(`${entryId} started after the stop`);
  }

  private floods({ id }: BatchEntry, surfaceId: string, busy: readonly Submission[]): boolean {
    const there = busy.filter((other) => other.surfaceId === surfaceId);
    const hasTakenOne = this.jobs.some((job) => job.surfaceId === surfaceId && job.entryId.startsWith(`${id}.`));
    const most = hasTakenOne && there.every(({ isTroubleSeen }) => !isTroubleSeen) ? MAX_UNCONFIRMED : 1;
    return there.length >= most;
  }

  private readJob(surfaceId: string, jobId: string): JobReport {
    this.readCount += 1;
    if (this.down.has(surfaceId)) return { kind: 'unreachable', retryAfterS: null };
    const job = this.jobs.find(({ id }) => id === jobId);
    if (!job) return { kind: 'gone' };
    job.readsLeft -= 1;
    if (job.readsLeft < 0 && job.status === 'running') this.end(job);
    return { kind: 'job', status: job.status, message: null };
  }

  private takeRoom(): void {
    this.writeCount += 1;
    if (this.rooms.shift() === false) throw new Error('The disk is full');
  }
}

function isInTrouble({ state }: Submission): boolean {
  return state.name === 'waiting' || state.name === 'unknown' || state.name === 'unsettled';
}
