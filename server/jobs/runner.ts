import { isTerminal, type JobStatus } from '@contract/jobs/lifecycle';
import type { ExtraData } from '@contract/jobs/body-schemas';
import type { Progress } from '@contract/jobs/schemas';
import type { AppDeps } from '../deps';
import type { EngineEvent, JobNeeds, RunOutcome } from '../engines/engine';
import { AfterSync, untilSynced } from '../storage/after-sync';
import type { JobRecord, LogRecord } from '../storage/store';
import type { EventHub, Preview } from './event-hub';
import { inTurns, pauseFor } from './in-turns';
import { moveJob } from './job-transitions';
import { LiveRun } from './live-run';
import { neededNodesInSlices } from './needed-nodes';
import { ProgressMeter } from './progress';
import { recoverJobs, releaseFinished, uncountStarts } from './recovery';
import { Retention } from './retention';
import { endMessage, endOfRun } from './run-end';
import { buildRunRequest, CannotRun } from './run-request';
import { WaitReasons } from './wait-reasons';
import { JobEligibility, type Turn } from './job-eligibility';
import { JobQueue } from './job-queue';

/** How soon to look again at an engine that is not ready, and at a store that refused a write. */
const ENGINE_RETRY_MS = 1000;
const STORE_RETRY_MS = 5000;

export const RUNS_AGAIN = 'Runs again from its start: the gateway was restarted while this job ran';

/**
 * Takes jobs from the line to the engine and their ends back into the store. Statuses move along the table of the
 * contract only (`moveJob`). An engine is asked after the start is on disk, and an end is told after it is (decision 052).
 */
export class Runner {
  readonly #deps: AppDeps;
  readonly #hub: EventHub;
  readonly #line = new JobQueue();
  readonly #waiting: JobEligibility;
  readonly #reasons: WaitReasons;
  /** Jobs that were running when the gateway ended, in order of submission: they go first. */
  readonly #interrupted: string[] = [];
  readonly #runs = new Map<string, LiveRun>();
  /** Jobs that the engine has, but has not begun: `queued`, in the line, and in `#runs`. */
  readonly #handedOver = new Set<string>();
  /** Queued jobs that an earlier life of the gateway handed over, not taken up yet. */
  #elsewhere: string[] = [];
  /** `extra_data` by job: in memory only, and only until the job ends (Job API 4, rule 5). */
  readonly #secrets = new Map<string, ExtraData>();
  readonly #retention: Retention;
  readonly #afterSync: AfterSync;
  #retry: (() => void) | null = null;
  #isOpen = false;

  constructor(deps: AppDeps, hub: EventHub) {
    this.#deps = deps;
    this.#hub = hub;
    this.#waiting = new JobEligibility(deps);
    this.#reasons = new WaitReasons(hub);
    this.#afterSync = new AfterSync(deps);
    this.#retention = new Retention(deps, (id) => this.#expire(id));
  }

  /** Takes up what an earlier life of the gateway left, then begins to run jobs. */
  start(): void {
    const { engine } = this.#deps;
    // A note is a file: thousands of jobs that wait have none.
    const noted = new Set(engine.noted?.() ?? []);
    const resumes = (id: string) => noted.has(id) && engine.resumes?.(id) === true;
    const { running, queued, ended } = recoverJobs(this.#deps, (id) => this.#secrets.has(id), resumes);
    this.#afterSync.run(() => releaseFinished(this.#deps, new Set([...ended, ...noted])));
    for (const job of queued) if (resumes(job.id)) this.#elsewhere.push(job.id);
    for (const job of running) this.#interrupted.push(job.id);
    // What came in before the start stands in the store too, behind all that is older.
    this.#line.clear();
    for (const job of queued) this.#line.push(job.id);
    for (const job of [...running, ...queued]) this.#retention.watch(job.id, job.expiresAt);
    this.#isOpen = true;
    this.#retention.start();
    this.#pump();
  }

  /** See `Retention`. */
  noticeClock(): void {
    this.#retention.noticeClock();
  }

  /** Runs stop, and keep their status in the store: the next start takes them up. Resolves when nothing is written any more. */
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

  /** A job that was just inserted; called in the order of submission. */
  enqueue(job: JobRecord, extraData: ExtraData | null, needs: JobNeeds | null = null): void {
    if (needs) this.#waiting.note(job.id, needs);
    if (extraData) this.#secrets.set(job.id, extraData);
    this.#line.push(job.id);
    this.#retention.watch(job.id, job.expiresAt);
    // Not in this turn: the answer to a submission says `queued` (J-3.03).
    queueMicrotask(() => {
      if (this.#line.position(job.id) !== null) this.#reportStatus(job.id, 'queued');
      this.#pump();
    });
  }

  /** Job API 4, cancel: a queued job ends at once, a running one is asked to stop, any other stays as it is. */
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
    if (moveJob(store, id, 'canceling', now)) {
      this.#reportStatus(id, 'canceling');
      run?.print('info', 'Cancellation requested');
    }
    run?.abort.abort();
    // Interrupted by a restart and not taken up yet: there is nothing to stop.
    if (!run && moveJob(store, id, 'canceled', now)) this.#ended(id, 'canceled');
  }

  /** On disk first: a kill in between leaves a prompt that the next start takes back. */
  #cancelQueued(id: string, now: number): void {
    const { store } = this.#deps;
    const run = this.#runs.get(id);
    const moved = store.transaction(() => {
      const job = moveJob(store, id, 'canceled', now, run ? { progress: null } : {});
      if (job && run) store.logs.put(id, { ...run.logRecord, complete: true });
      return job;
    });
    if (!moved) return;
    run?.end(false);
    run?.abort.abort();
    this.#ended(id, 'canceled');
  }

  /** Jobs that wait ahead, plus one; null when the job does not wait. */
  queuePosition(id: string): number | null {
    return this.#line.position(id);
  }

  /** Ids of the jobs that run next, in order. */
  waiting(limit: number): string[] {
    return this.#line.head(limit);
  }

  /** The newest snapshot of a job that runs, or why one waits; null when the store has the newest. */
  liveProgress(id: string): Progress | null {
    const run = this.#runs.get(id);
    if (run) return run.hasEnded ? null : run.progress;
    // Its workflow may be read for it: not for jobs that do not wait.
    return this.#line.position(id) === null ? null : this.#waiting.progress(id);
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
      let run: LiveRun | null;
      try {
        run = isAgain ? this.#takeInterrupted(turn) : this.#takeQueued(turn);
      } catch (error) {
        this.#deps.log.error({ jobId: id, err: error }, 'Could not record the start of a job');
        engine.vacate?.(id);
        this.#pumpLater(STORE_RETRY_MS);
        return;
      }
      if (run === null) engine.vacate?.(id);
      else void this.#execute(run, isAgain && !engine.resumes?.(id) ? RUNS_AGAIN : null);
    }
    this.#reasons.publish((id) => (this.#runs.has(id) ? null : this.liveProgress(id)));
    // The end of a run looks again by itself; that an engine comes or goes is told by nobody.
    const isForEngine = this.#runs.size < engine.parallel || engine.waitsFor !== undefined;
    const somebodyWaits = this.#interrupted.length > 0 || this.#line.first() !== undefined;
    if (this.#isOpen && somebodyWaits && isForEngine) this.#pumpLater(ENGINE_RETRY_MS);
  }

  /** What goes on elsewhere is taken up whether the engine is ready or not; then comes who may start. */
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
    for (const id of this.#line) if (!this.#handedOver.has(id)) yield id;
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

  #takeQueued(turn: Turn): LiveRun | null {
    const { store, clock, engine } = this.#deps;
    const { id } = turn;
    if (engine.reportsStart) return this.#handOver(turn);
    // No move, and running all the same: an earlier try was reported as failed, but is on disk.
    const job = moveJob(store, id, 'running', clock.now(), { starts: 1 }) ?? store.jobs.get(id);
    this.#line.remove(id);
    if (job?.status !== 'running') return null;
    const run = new LiveRun(this.#deps, this.#hub, job, null);
    this.#runs.set(id, run);
    this.#reportStatus(id, 'running');
    this.#reportPositions();
    run.print('info', 'Run started');
    return run;
  }

  /** The job waits on until the engine begins it. What is counted as a start is that it was handed over (decision 009). */
  #handOver({ id, engine }: Turn): LiveRun | null {
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
    const run = new LiveRun(this.#deps, this.#hub, job, store.logs.get(id));
    this.#runs.set(id, run);
    this.#handedOver.add(id);
    return run;
  }

  /** The engine has begun a job that was handed over. @throws when the store refuses; the job is `queued` on. */
  #begin(run: LiveRun): void {
    const { store, clock } = this.#deps;
    const { id } = run.job;
    if (!this.#handedOver.has(id) || run.hasEnded) return;
    moveJob(store, id, 'running', clock.now());
    this.#handedOver.delete(id);
    this.#line.remove(id);
    this.#reportStatus(id, 'running');
    this.#reportPositions();
    run.print('info', 'Run started');
  }

  #report(run: LiveRun, event: EngineEvent): void {
    if (event.kind !== 'start') {
      run.report(event);
      return;
    }
    try {
      this.#begin(run);
    } catch (error) {
      // Reported again; at the latest, the end of the run looks once more.
      this.#deps.log.warn({ jobId: run.job.id, err: error }, 'Could not record the start of a job');
    }
  }

  #takeInterrupted({ id, engine }: Turn): LiveRun | null {
    const { store } = this.#deps;
    const job = store.jobs.get(id);
    const earlierLog = store.logs.get(id);
    const isAgain = !this.#deps.engine.resumes?.(id);
    if (job?.status === 'running' && isAgain) {
      store.transaction(() => store.jobs.update(id, { starts: job.starts + 1, engine }));
    }
    this.#interrupted.splice(this.#interrupted.indexOf(id), 1);
    if (job?.status !== 'running') return null;
    const run = new LiveRun(this.#deps, this.#hub, job, earlierLog);
    this.#runs.set(id, run);
    if (isAgain) run.print('warning', RUNS_AGAIN);
    return run;
  }

  async #execute(run: LiveRun, message: string | null): Promise<void> {
    const outcome = await this.#outcomeOf(run, message);
    await run.settled();
    if (this.#isOpen) this.#finish(run, outcome);
  }

  async #outcomeOf(run: LiveRun, message: string | null): Promise<RunOutcome> {
    const { engine, log } = this.#deps;
    const { id } = run.job;
    try {
      const request = await buildRunRequest(this.#deps, run.job, this.#secrets.get(id) ?? null);
      const pause = pauseFor(request.workflowText);
      const nodes = await inTurns(neededNodesInSlices(request.graph, await engine.definitions()), pause);
      await pause();
      run.begin(new ProgressMeter(request.graph, nodes, message));
      // A start that a cut of the power takes back would not count (decision 009).
      await Promise.all([pause(), untilSynced(this.#deps, run.abort.signal)]);
      if (run.abort.signal.aborted) return { kind: 'canceled' };
      return await engine.run(request, (event) => this.#report(run, event), run.abort.signal);
    } catch (error) {
      if (error instanceof CannotRun) return { kind: 'failed', error: error.jobError };
      // The port forbids it, and what an engine throws may hold anything: people get a plain sentence.
      log.error({ jobId: id, err: error }, 'The engine failed unexpectedly during a run');
      return { kind: 'failed', error: { code: 'engine_error', message: 'The engine stopped unexpectedly' } };
    }
  }

  /** Stores the end in one piece; a full disk makes it late but not lost. */
  #finish(run: LiveRun, outcome: RunOutcome): void {
    if (!this.#isOpen) return;
    const { store, clock, log } = this.#deps;
    const { id } = run.job;
    const now = clock.now();
    try {
      // The start may not have been recorded when it was reported.
      if (outcome.kind === 'succeeded') this.#begin(run);
      const status = store.jobs.get(id)?.status;
      const end =
        status === 'queued' || status === 'running' || status === 'canceling' ? endOfRun(status, outcome, run) : null;
      if (end) {
        if (!run.hasEnded) run.print('info', endMessage(end));
        run.end(end.status === 'succeeded');
        store.transaction(() => {
          moveJob(store, id, end.status, now, { error: end.error, progress: run.progress });
          store.logs.put(id, run.logRecord);
        });
      }
      this.#runs.delete(id);
      this.#deps.engine.vacate?.(id);
      // Over without an end of this try: an earlier one was reported as failed, but is on disk.
      const isUntold = status !== undefined && isTerminal(status) && this.#retention.isWatching(id);
      if (end ?? isUntold) this.#ended(id, end?.status ?? (status as JobStatus));
    } catch (error) {
      log.error({ jobId: id, err: error }, 'Could not record the outcome of a job');
      clock.after(STORE_RETRY_MS, () => this.#finish(run, outcome));
      return;
    }
    this.#pump();
  }

  /** Retention ended: work is stopped first (docs/api-notes.md, Retention), and a job that was being canceled ends canceled. */
  #expire(id: string): void {
    const { store, clock } = this.#deps;
    const run = this.#runs.get(id);
    const end: JobStatus = store.jobs.get(id)?.status === 'canceling' ? 'canceled' : 'expired';
    run?.abort.abort();
    if (run && !run.hasEnded) run.print('warning', 'The retention period of this job has ended');
    run?.end(false);
    const moved = store.transaction(() => {
      const job = moveJob(store, id, end, clock.now(), run ? { progress: run.progress } : {});
      if (job && run) store.logs.put(id, run.logRecord);
      return job;
    });
    if (moved) this.#ended(id, end);
  }

  /** After a terminal status is recorded. The engine may still be stopping; its place frees when it has. */
  #ended(id: string, status: JobStatus): void {
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

  #reportStatus(id: string, status: JobStatus): void {
    this.#hub.publish(id, { kind: 'status', status, queuePosition: this.#line.position(id) });
  }

  /** Only to jobs that somebody watches: a line of a thousand moves at every start. */
  #reportPositions(): void {
    for (const id of this.#hub.watchedJobs()) {
      if (this.#line.position(id) !== null) this.#reportStatus(id, 'queued');
    }
  }
}
