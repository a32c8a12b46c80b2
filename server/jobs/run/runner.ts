import { isTerminal, type JobStatus } from '@contract/jobs/lifecycle';
import type { ExtraData } from '@contract/jobs/body-schemas';
import type { Progress } from '@contract/jobs/schemas';
import type { EngineEvent, JobNeeds, RunOutcome } from '../../engines/engine';
import { AfterSync } from '../../storage/sync/after-sync';
import type { JobRecord, LogRecord } from '../../storage/store';
import type { EventHub, Preview } from '../events/event-hub';
import { transitionJob } from './job-transitions';
import { ActiveRun } from './active-run';
import { QUEUE_PAUSED, QueueControl } from './queue-control';
import { recoverJobs, releaseFinished, uncountStarts, type RunnerDeps } from './recovery';
import { Retention } from './retention';
import { closeRun, outcomeOf, toRunEnd, workOutOfReach } from './engine-run';
import { JobEligibility, waitingProgress, WaitReasons, type Turn } from './job-eligibility';
import { JobQueue } from './job-queue';

/** Retry delay for an engine that is not ready and for a failed store write. */
const ENGINE_RETRY_MS = 1000;
const STORE_RETRY_MS = 5000;

export const RESTART_MESSAGE = 'Runs again from its start: the gateway was restarted while this job ran';

/**
 * Runs queued jobs on the engine and stores their outcome. Statuses change only through `transitionJob`. The engine is called
 * after the start is on disk, and the outcome is published after it is (decision 052).
 */
export class Runner {
  readonly queue: QueueControl;
  readonly #deps: RunnerDeps;
  readonly #hub: EventHub;
  readonly #line = new JobQueue();
  readonly #waiting: JobEligibility;
  readonly #reasons: WaitReasons;
  /** Jobs that were running when the gateway ended, in order of submission: they go first. */
  readonly #interrupted: string[] = [];
  readonly #runs = new Map<string, ActiveRun>();
  /** Jobs given to the engine that it has not started: `queued`, in the queue and in `#runs`. */
  readonly #handedOver = new Set<string>();
  /** Queued jobs that a previous process gave to the engine, not resumed yet. */
  #elsewhere: string[] = [];
  /** `extra_data` by job: in memory only, and only until the job ends (Job API 4, rule 5). */
  readonly #secrets = new Map<string, ExtraData>();
  readonly #retention: Retention;
  readonly #afterSync: AfterSync;
  #retry: (() => void) | null = null;
  #isOpen = false;

  constructor(deps: RunnerDeps, hub: EventHub) {
    this.#deps = deps;
    this.#hub = hub;
    this.#waiting = new JobEligibility(deps);
    this.#reasons = new WaitReasons(hub);
    this.#afterSync = new AfterSync(deps);
    this.#retention = new Retention(deps, (id) => this.#expire(id));
    this.queue = new QueueControl(deps, this.#line, {
      atEngine: () => [...this.#handedOver, ...this.#elsewhere],
      onMove: (id) => this.#moved(id),
      onPause: (isPaused) => this.#paused(isPaused),
    });
  }

  /** Recovers the jobs of the previous process, then starts to run jobs. */
  start(): void {
    const { engine } = this.#deps;
    // A record of handed-over work is a file; queued jobs have none.
    const recorded = new Set(engine.recordedJobIds?.() ?? []);
    const resumes = (id: string) => recorded.has(id) && engine.resumes?.(id) === true;
    const { running, queued, ended: finished } = recoverJobs(this.#deps, (id) => this.#secrets.has(id), resumes);
    this.#afterSync.run(() => releaseFinished(this.#deps, new Set([...finished, ...recorded])));
    for (const job of queued) if (resumes(job.id)) this.#elsewhere.push(job.id);
    for (const job of running) this.#interrupted.push(job.id);
    // Jobs submitted before the start are in the store too, after all older ones.
    this.#line.clear();
    for (const job of queued) this.#line.put(job.id, job.queueRank);
    for (const job of [...running, ...queued]) this.#retention.watch(job.id, job.expiresAt);
    this.#isOpen = true;
    this.#retention.start();
    this.#pump();
  }

  /** See `Retention`. */
  noticeClock(): void {
    this.#retention.noticeClock();
  }

  /** Stops runs without changing their stored status, so that the next start resumes them. Resolves when all writes are done. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#retention.close();
    this.#retry?.();
    const runs = [...this.#runs.values()];
    for (const run of runs) run.suspend();
    await Promise.all([this.#afterSync.close(), ...runs.map((run) => run.settled())]);
    const ids = runs.map(({ job }) => job.id);
    uncountStarts(this.#deps, ids);
  }

  /** Adds a job that was just inserted; called in submission order. */
  enqueue(job: JobRecord, extraData: ExtraData | null, needs: JobNeeds | null = null): void {
    if (needs) this.#waiting.note(job.id, needs);
    if (extraData) this.#secrets.set(job.id, extraData);
    this.#line.put(job.id, job.queueRank);
    this.#retention.watch(job.id, job.expiresAt);
    // Deferred: the response to a submission says `queued` (J-3.03).
    queueMicrotask(() => {
      if (this.#line.position(job.id) !== null) this.#reportStatus(job.id, 'queued');
      this.#pump();
    });
  }

  /** Job API 4, cancel: finishes a queued job at once, stops a running one, and leaves any other unchanged. */
  cancel(id: string): void {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const status = store.jobs.get(id)?.status;
    if (status === 'queued') {
      this.#cancelQueued(id, now);
      return;
    }
    if (status !== 'running' && status !== 'canceling') return;
    const run = this.#runs.get(id);
    if (transitionJob(store, id, 'canceling', now)) {
      this.#reportStatus(id, 'canceling');
      run?.print('info', 'Cancellation requested');
    }
    run?.abort.abort();
    // Interrupted by a restart and not resumed yet: there is nothing to stop.
    if (!run && transitionJob(store, id, 'canceled', now)) this.#finished(id, 'canceled');
  }

  /** Stored first: if the process is killed in between, the next start withdraws the prompt. */
  #cancelQueued(id: string, now: number): void {
    const { store } = this.#deps;
    const run = this.#runs.get(id);
    const outOfReach = workOutOfReach(this.#deps.engine, id, run);
    const progress = outOfReach === null ? null : { ...waitingProgress(outOfReach), stalled: true };
    const moved = store.transaction(() => {
      const job = transitionJob(store, id, 'canceled', now, run || progress ? { progress } : {});
      if (job && run) store.logs.put(id, { ...run.logRecord, complete: true });
      return job;
    });
    if (!moved) return;
    run?.end(false, outOfReach);
    run?.abort.abort();
    this.#finished(id, 'canceled');
  }

  /** Returns the queue position from 1; `null` if the job is not queued. */
  queuePosition(id: string): number | null {
    return this.#line.position(id);
  }

  /** Returns the ids of the next jobs, in order. */
  waiting(limit: number): string[] {
    return this.#line.head(limit);
  }

  /** Returns the newest snapshot of a running job, or why a queued job waits; `null` if the store has the newest. */
  liveProgress(id: string): Progress | null {
    const run = this.#runs.get(id);
    if (run) return run.hasEnded ? null : run.progress;
    // Only for queued jobs: this may read the workflow.
    if (this.#line.position(id) === null) return null;
    const isPaused = this.queue.isPaused && !this.#elsewhere.includes(id);
    return isPaused ? waitingProgress(QUEUE_PAUSED) : this.#waiting.progress(id);
  }

  newestPreview(id: string): Preview | null {
    return this.#runs.get(id)?.preview ?? null;
  }

  liveLog(id: string): LogRecord | null {
    return this.#runs.get(id)?.logRecord ?? null;
  }

  #pump(): void {
    const { engine } = this.#deps;
    while (this.#isOpen && this.#runs.size < engine.parallel) {
      const turn = this.#nextTurn();
      if (turn === undefined) break;
      const { id } = turn;
      const isAgain = this.#interrupted.includes(id);
      let run: ActiveRun | null;
      try {
        run = isAgain ? this.#takeInterrupted(turn) : this.#takeQueued(turn);
      } catch (error) {
        this.#deps.log.error({ jobId: id, err: error }, 'Could not record the start of a job');
        engine.vacate?.(id);
        this.#pumpLater(STORE_RETRY_MS);
        return;
      }
      if (run === null) engine.vacate?.(id);
      else void this.#execute(run, isAgain && !engine.resumes?.(id) ? RESTART_MESSAGE : null);
    }
    this.#reasons.publish((id) => (this.#runs.has(id) ? null : this.liveProgress(id)));
    // The end of a run triggers the next check; changes of engine availability are not reported, so poll.
    const isForEngine = this.#runs.size < engine.parallel || engine.waitsFor !== undefined;
    const isQueueWaiting = this.queue.isPaused ? this.#elsewhere.length > 0 : this.#line.length > 0;
    const isAnyWaiting = this.#interrupted.length > 0 || isQueueWaiting;
    if (this.#isOpen && isAnyWaiting && isForEngine) this.#pumpLater(ENGINE_RETRY_MS);
  }

  /** Resumes work that continues outside of the gateway, even if the engine is not ready, then starts eligible jobs. */
  #nextTurn(): Turn | undefined {
    const { engine } = this.#deps;
    for (const id of [...this.#interrupted.filter((each) => engine.resumes?.(each)), ...this.#elsewhere]) {
      const turn = this.#waiting.turn(id);
      if (turn) return turn;
    }
    return this.#waiting.first(this.#inOrder());
  }

  *#inOrder(): Generator<string> {
    yield* this.#interrupted;
    if (!this.queue.isPaused) yield* this.queue.inGateway();
  }

  #pumpLater(ms: number): void {
    this.#retry?.();
    const takeBack = this.#deps.clock.after(ms, () => {
      this.#retry = null;
      this.#pump();
    });
    this.#retry = () => {
      this.#retry = null;
      takeBack();
    };
  }

  #takeQueued(turn: Turn): ActiveRun | null {
    const { store, clock, engine } = this.#deps;
    const { id } = turn;
    if (engine.reportsStart) return this.#handOver(turn);
    // No transition, but running: an earlier write was reported as failed, but is on disk.
    const job = transitionJob(store, id, 'running', clock.now(), { starts: 1 }) ?? store.jobs.get(id);
    this.#line.remove(id);
    if (job?.status !== 'running') return null;
    const run = new ActiveRun(this.#deps, this.#hub, job, null);
    this.#runs.set(id, run);
    this.#reportStatus(id, 'running');
    this.#reportPositions();
    run.print('info', 'Run started');
    return run;
  }

  /** The job stays queued until the engine starts it. Giving it to the engine counts as a start (decision 009). */
  #handOver({ id, engine }: Turn): ActiveRun | null {
    const { store } = this.#deps;
    const job = store.jobs.get(id);
    if (job?.status === 'queued' && !this.#deps.engine.resumes?.(id)) {
      store.transaction(() => store.jobs.update(id, { starts: job.starts + 1, engine }));
    }
    this.#elsewhere = this.#elsewhere.filter((other) => other !== id);
    if (job?.status !== 'queued') {
      this.#line.remove(id);
      return null;
    }
    const run = new ActiveRun(this.#deps, this.#hub, job, store.logs.get(id));
    this.#runs.set(id, run);
    this.#handedOver.add(id);
    return run;
  }

  /** The engine has started a job. @throws if the store fails; the job then stays `queued`. */
  #begin(run: ActiveRun): void {
    const { store, clock } = this.#deps;
    const { id } = run.job;
    if (!this.#handedOver.has(id) || run.hasEnded) return;
    transitionJob(store, id, 'running', clock.now());
    this.#handedOver.delete(id);
    this.#line.remove(id);
    this.#reportStatus(id, 'running');
    this.#reportPositions();
    run.print('info', 'Run started');
  }

  #report(run: ActiveRun, event: EngineEvent): void {
    if (event.kind !== 'start') {
      run.report(event);
      return;
    }
    try {
      this.#begin(run);
    } catch (error) {
      // Will be reported again, at the latest at the end of the run.
      this.#deps.log.warn({ jobId: run.job.id, err: error }, 'Could not record the start of a job');
    }
  }

  #takeInterrupted({ id, engine }: Turn): ActiveRun | null {
    const { store } = this.#deps;
    const job = store.jobs.get(id);
    const earlierLog = store.logs.get(id);
    const isAgain = !this.#deps.engine.resumes?.(id);
    if (job?.status === 'running' && isAgain) {
      store.transaction(() => store.jobs.update(id, { starts: job.starts + 1, engine }));
    }
    this.#interrupted.splice(this.#interrupted.indexOf(id), 1);
    if (job?.status !== 'running') return null;
    const run = new ActiveRun(this.#deps, this.#hub, job, earlierLog);
    this.#runs.set(id, run);
    if (isAgain) run.print('warning', RESTART_MESSAGE);
    return run;
  }

  async #execute(run: ActiveRun, message: string | null): Promise<void> {
    const extraData = this.#secrets.get(run.job.id) ?? null;
    const report = (event: EngineEvent) => this.#report(run, event);
    const outcome = await outcomeOf(this.#deps, run, { extraData, message, report });
    await run.settled();
    if (this.#isOpen) this.#finish(run, outcome);
  }

  /** Stores the outcome in one transaction, with retries: a full disk delays it, but it is not lost. */
  #finish(run: ActiveRun, outcome: RunOutcome): void {
    if (!this.#isOpen) return;
    const { store, clock, log } = this.#deps;
    const { id } = run.job;
    const now = clock.now();
    try {
      // The start may not be recorded yet.
      if (outcome.kind === 'succeeded') this.#begin(run);
      const status = store.jobs.get(id)?.status;
      const end =
        status === 'queued' || status === 'running' || status === 'canceling' ? toRunEnd(status, outcome, run) : null;
      if (end) {
        closeRun(this.#deps.engine, run, end);
        store.transaction(() => {
          transitionJob(store, id, end.status, now, { error: end.error, progress: run.progress });
          store.logs.put(id, run.logRecord);
        });
      }
      this.#runs.delete(id);
      this.#deps.engine.vacate?.(id);
      // Already finished: an earlier write was reported as failed, but is on disk.
      const isUnreported = status !== undefined && isTerminal(status) && this.#retention.isWatching(id);
      if (end) this.#finished(id, end.status);
      else if (isUnreported) this.#finished(id, status);
    } catch (error) {
      log.error({ jobId: id, err: error }, 'Could not record the outcome of a job');
      clock.after(STORE_RETRY_MS, () => this.#finish(run, outcome));
      return;
    }
    this.#pump();
  }

  /** Handles the end of the retention: stops work first (docs/api-notes.md, Retention); a canceling job becomes `canceled`. */
  #expire(id: string): void {
    const { store, clock } = this.#deps;
    const run = this.#runs.get(id);
    const end: JobStatus = store.jobs.get(id)?.status === 'canceling' ? 'canceled' : 'expired';
    run?.abort.abort();
    if (run && !run.hasEnded) run.print('warning', 'The retention period of this job has ended');
    run?.end(false);
    const moved = store.transaction(() => {
      const job = transitionJob(store, id, end, clock.now(), run ? { progress: run.progress } : {});
      if (job && run) store.logs.put(id, run.logRecord);
      return job;
    });
    if (moved) this.#finished(id, end);
  }

  /** Called after a terminal status is recorded. The engine may still be stopping; it is free again when it has. */
  #finished(id: string, status: JobStatus): void {
    this.#secrets.delete(id);
    this.#retention.forget(id);
    this.#handedOver.delete(id);
    this.#elsewhere = this.#elsewhere.filter((other) => other !== id);
    this.#waiting.forget(id);
    if (this.#line.remove(id)) this.#reportPositions();
    this.#afterSync.run(() => {
      this.#deps.engine.release?.(id);
      this.#reportStatus(id, status);
    });
  }

  #moved(id: string): void {
    this.#reportStatus(id, 'queued');
    this.#reportPositions();
    this.#pump();
  }

  #paused(isPaused: boolean): void {
    this.#reasons.publishToAll(this.queue.inGateway(), isPaused ? QUEUE_PAUSED : null);
    this.#pump();
  }

  #reportStatus(id: string, status: JobStatus): void {
    this.#hub.publish(id, { kind: 'status', status, queuePosition: this.#line.position(id) });
  }

  /** Publishes queue positions to watched jobs only: every start moves the whole queue. */
  #reportPositions(): void {
    for (const id of this.#hub.watchedJobs()) {
      if (this.#line.position(id) !== null) this.#reportStatus(id, 'queued');
    }
  }
}
