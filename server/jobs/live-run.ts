import type { Progress } from '@contract/jobs/schemas';
import type { AppDeps } from '../deps';
import { GATEWAY_CLOSES, type EngineEvent, type EngineOutput } from '../engines/engine';
import type { JobRecord, LogRecord } from '../storage/store';
import type { EventHub, Preview } from './event-hub';
import { commitOutput } from './commit-output';
import { JobLog } from './job-log';
import type { ProgressMeter } from './progress';
import { Throttle } from './throttle';

/** Frames of one kind per job, at most one in this time; the newest always gets through. */
const PROGRESS_INTERVAL_MS = 200;
const PREVIEW_INTERVAL_MS = 500;
const STORE_INTERVAL_MS = 1000;

type LiveDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId' | 'log' | 'outputFolder'>;

/**
 * One job while it runs: what it tells is counted, shown and kept. The status is none of its business; the runner moves
 * it. What happens after `end` is dropped.
 */
export class LiveRun {
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
  #hasEnded = false;

  /** @param earlierLog what an interrupted run of the same job printed. */
  constructor(deps: LiveDeps, hub: EventHub, job: JobRecord, earlierLog: LogRecord | null) {
    const { clock } = deps;
    const now = clock.now();
    this.job = job;
    this.#deps = deps;
    this.#hub = hub;
    this.#log = new JobLog(now, earlierLog);
    this.#showProgress = new Throttle(clock, PROGRESS_INTERVAL_MS, () => this.#publishProgress());
    this.#showPreview = new Throttle(clock, PREVIEW_INTERVAL_MS, () => this.#publishPreview());
    // The start and the end of a job are stored anyway: a short job costs no write in between.
    this.#keepProgress = new Throttle(clock, STORE_INTERVAL_MS, () => this.#storeProgress(), now);
    this.#keepLog = new Throttle(clock, STORE_INTERVAL_MS, () => this.#storeLog(), now);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** From here on there is a snapshot; the first one tells how many nodes there are. */
  begin(meter: ProgressMeter): void {
    this.#meter = meter;
    this.#showProgress.request();
    this.#keepProgress.request();
  }

  get progress(): Progress | null {
    return this.#meter?.snapshot() ?? null;
  }

  get logRecord(): LogRecord {
    return this.#log.record(this.#hasEnded);
  }

  /** Bytes or records of an output could not be stored. */
  get commitFault(): { output: EngineOutput; error: unknown } | null {
    return this.#commitFault;
  }

  print(level: 'debug' | 'info' | 'warning' | 'error', message: string): void {
    this.#log.append(level, message, this.#deps.clock.now());
    this.#hub.publish(this.job.id, { kind: 'log', level, message });
    if (!this.#hasEnded) this.#keepLog.request();
  }

  /** `start` moves the job, and is for the runner. */
  report(event: Exclude<EngineEvent, { kind: 'start' }>): void {
    if (this.#hasEnded) return;
    switch (event.kind) {
      case 'node':
      case 'step':
        this.#meter?.apply(event, this.#deps.clock.now());
        this.#showProgress.request();
        if (event.kind === 'node') this.#keepProgress.request();
        return;
      case 'stall':
        this.#meter?.stall(event.reason);
        this.#showProgress.request();
        return;
      case 'preview':
        this.preview = { nodeId: event.nodeId, contentType: event.contentType, data: event.data };
        this.#showPreview.request();
        return;
      case 'output':
        // One after the other: outputs are committed, and told, in the order of the engine.
        this.#commits = this.#commits.then(() => this.#commit(event.output));
        return;
      case 'log':
        this.print(event.level, event.message);
        return;
    }
  }

  /** Resolves when every output so far is committed or has failed to be. */
  async settled(): Promise<void> {
    await this.#commits;
  }

  /** Shows the last snapshot and stops all timers; the caller stores what `progress` and `logRecord` then hold. */
  end(hasSucceeded: boolean): void {
    this.#stopTimers();
    this.#hasEnded = true;
    this.preview = null;
    this.#meter?.end(hasSucceeded);
    this.#publishProgress();
  }

  /** The gateway closes while the job runs: keeps what is known; the job runs again at the next start. */
  suspend(): void {
    if (!this.#hasEnded) {
      this.#keepProgress.flush();
      this.#keepLog.flush();
      this.#stopTimers();
      this.#hasEnded = true;
    }
    this.abort.abort(GATEWAY_CLOSES);
  }

  #stopTimers(): void {
    for (const throttle of [this.#showProgress, this.#showPreview, this.#keepProgress, this.#keepLog]) throttle.stop();
  }

  /** The output is safe already: a copy that fails is a line of the log and no failure of the job. */
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
      if (committed && !this.#hasEnded) this.#hub.publish(this.job.id, { kind: 'output', output: committed });
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

  /** A snapshot that cannot be stored is not worth a run: the end of the job is stored with more patience. */
  #keep(write: () => void): void {
    try {
      this.#deps.store.transaction(write);
    } catch (error) {
      this.#deps.log.warn({ jobId: this.job.id, err: error }, 'Could not store the progress of a run');
    }
  }
}
