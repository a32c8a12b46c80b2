import type { Progress } from '@contract/jobs/schemas';
import type { AppDeps } from '../../deps';
import { GATEWAY_CLOSES, type EngineEvent, type EngineOutput } from '../../engines/engine';
import type { JobRecord, LogRecord } from '../../storage/store';
import type { EventHub, Preview } from '../events/event-hub';
import { commitOutput } from './commit-output';
import { JobLog } from './job-log';
import type { ProgressMeter } from './progress';
import { Throttle } from './throttle';

/** Throttle interval per job and frame kind; the newest frame is always sent. */
const PROGRESS_INTERVAL_MS = 200;
const PREVIEW_INTERVAL_MS = 500;
const STORE_INTERVAL_MS = 1000;

type LiveDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId' | 'log' | 'outputFolder'>;

/**
 * A running job: counts, publishes and stores what the engine reports. It does not change the status, which is the task of the
 * runner. Reports after `end` are ignored.
 */
export class ActiveRun {
  readonly job: JobRecord;
  readonly abort = new AbortController();
  preview: Preview | null = null;
  readonly #deps: LiveDeps;
  readonly #hub: EventHub;
  readonly #log: JobLog;
  readonly #showProgress: Throttle;
  readonly #showPreview: Throttle;
  readonly #keepProgress: Throttle;
  readonly #keepLog: Throttle;
  #meter: ProgressMeter | null = null;
  #commits: Promise<void> = Promise.resolve();
  #commitFault: { output: EngineOutput; error: unknown } | null = null;
  #hasFinished = false;

  /** @param earlierLog log of an interrupted run of the same job. */
  constructor(deps: LiveDeps, hub: EventHub, job: JobRecord, earlierLog: LogRecord | null) {
    const { clock } = deps;
    const now = clock.now();
    this.job = job;
    this.#deps = deps;
    this.#hub = hub;
    this.#log = new JobLog(now, earlierLog);
    this.#showProgress = new Throttle(clock, PROGRESS_INTERVAL_MS, () => this.#publishProgress());
    this.#showPreview = new Throttle(clock, PREVIEW_INTERVAL_MS, () => this.#publishPreview());
    // Start and end of a job are stored anyway, so a short job needs no write in between.
    this.#keepProgress = new Throttle(clock, STORE_INTERVAL_MS, () => this.#storeProgress(), now);
    this.#keepLog = new Throttle(clock, STORE_INTERVAL_MS, () => this.#storeLog(), now);
  }

  get hasEnded(): boolean {
    return this.#hasFinished;
  }

  /** Publishes the first snapshot, which contains the number of nodes. */
  begin(meter: ProgressMeter): void {
    this.#meter = meter;
    this.#showProgress.request();
    this.#keepProgress.request();
  }

  get progress(): Progress | null {
    return this.#meter?.snapshot() ?? null;
  }

  get logRecord(): LogRecord {
    return this.#log.record(this.#hasFinished);
  }

  /** Bytes or record of an output could not be stored. */
  get commitFault(): { output: EngineOutput; error: unknown } | null {
    return this.#commitFault;
  }

  print(level: 'debug' | 'info' | 'warning' | 'error', message: string): void {
    this.#log.append(level, message, this.#deps.clock.now());
    this.#hub.publish(this.job.id, { kind: 'log', level, message });
    if (!this.#hasFinished) this.#keepLog.request();
  }

  /** Handles all reports except `start`, which the runner handles. */
  report(event: Exclude<EngineEvent, { kind: 'start' }>): void {
    if (this.#hasFinished) return;
    switch (event.kind) {
      case 'node':
      case 'step':
        this.#meter?.apply(event, this.#deps.clock.now());
        this.#showProgress.request();
        if (event.kind === 'node') this.#keepProgress.request();
        return;
      case 'stall':
        this.#meter?.stall(event.reason, this.#deps.clock.now());
        this.#showProgress.request();
        return;
      case 'preview':
        this.preview = { nodeId: event.nodeId, contentType: event.contentType, data: event.data };
        this.#showPreview.request();
        return;
      case 'output':
        // Sequential: outputs are committed and published in the order of the engine.
        this.#commits = this.#commits.then(() => this.#commit(event.output));
        return;
      case 'log':
        this.print(event.level, event.message);
        return;
    }
  }

  /** Resolves when every output so far is committed or has failed. */
  async settled(): Promise<void> {
    await this.#commits;
  }

  /**
   * Publishes the last snapshot and stops all timers; the caller then stores `progress` and `logRecord`.
   * @param outOfReach why the engine may still run it
   */
  end(hasSucceeded: boolean, outOfReach: string | null = null): void {
    this.#stopTimers();
    this.#hasFinished = true;
    this.preview = null;
    this.#meter?.end(hasSucceeded, this.#deps.clock.now(), outOfReach);
    this.#publishProgress();
  }

  /** Called at shutdown: stores the current state. The job runs again at the next start. */
  suspend(): void {
    if (!this.#hasFinished) {
      this.#keepProgress.flush();
      this.#keepLog.flush();
      this.#stopTimers();
      this.#hasFinished = true;
    }
    this.abort.abort(GATEWAY_CLOSES);
  }

  #stopTimers(): void {
    for (const throttle of [this.#showProgress, this.#showPreview, this.#keepProgress, this.#keepLog]) throttle.stop();
  }

  /** The output is already stored, so a failed copy is logged and does not fail the job. */
  async #copyOut(name: string, blob: string): Promise<void> {
    try {
      await this.#deps.outputFolder?.put(name, blob);
    } catch (error) {
      this.print('warning', error instanceof Error ? error.message : 'Could not copy an output to the output folder');
    }
  }

  async #commit(output: EngineOutput): Promise<void> {
    if (this.#commitFault) return;
    try {
      const committed = await commitOutput(this.#deps, this.job, output);
      if (committed && !this.#hasFinished) this.#hub.publish(this.job.id, { kind: 'output', output: committed });
      if (committed?.asset.blob) await this.#copyOut(committed.name, committed.asset.blob);
    } catch (error) {
      this.#commitFault = { output, error };
      this.abort.abort();
    }
  }

  #publishProgress(): void {
    if (!this.#meter || !this.#hub.isWatched(this.job.id)) return;
    this.#hub.publish(this.job.id, { kind: 'progress', progress: this.#meter.snapshot() });
  }

  #publishPreview(): void {
    if (this.preview) this.#hub.publish(this.job.id, { kind: 'preview', preview: this.preview });
  }

  #storeProgress(): void {
    this.#keep(() => this.#deps.store.jobs.update(this.job.id, { progress: this.progress }));
  }

  #storeLog(): void {
    this.#keep(() => this.#deps.store.logs.put(this.job.id, this.#log.record(false)));
  }

  /** A failed write of a snapshot does not fail the run; the end of the job is written with retries. */
  #keep(write: () => void): void {
    try {
      this.#deps.store.transaction(write);
    } catch (error) {
      this.#deps.log.warn({ jobId: this.job.id, err: error }, 'Could not store the progress of a run');
    }
  }
}
