import type { JobError } from '@contract/jobs/schemas';
import type { Clock } from '../../../clock';
import type { Logger } from '../../../log';
import { GATEWAY_CLOSES, type EngineEvent, type RunOutcome, type RunRequest } from '../../engine';
import { ComfyRejection, ComfyUnreachable, type ComfyClient } from '../client/comfy-client';
import { ComfyTooLarge } from '../client/limited-body';
import type { HistoryEntry } from '../outputs/history';
import { provideInput } from './input-files';
import { OutputCollector } from '../outputs/output-collector';
import { OutputTooLarge } from '../outputs/output-files';
import { pause } from '../../../delay';
import type { AvailabilityMonitor } from '../availability';
import { locatePrompt, withdrawPrompt, type PromptLocation } from './prompt-location';
import type { QueuePosition } from './queue';
import { promptBody } from './prompt-text';
import { RunListener } from './run-listener';
import type { RunLedger } from './run-ledger';
import * as failures from './run-failures';
import { RunFailure } from './run-failures';
import { nodeFindings, promptIdOf, rejectionError } from './submit-rejection';

export interface ComfyRunParts {
  client: ComfyClient;
  availability: AvailabilityMonitor;
  ledger: RunLedger;
  clock: Clock;
  log: Logger;
  workDir: string;
  maxOutputBytes: number;
  /** Silence after which ComfyUI is polled. */
  pollMs: number;
  /** Aborts when the engine is closed. */
  closing: AbortSignal;
}

const RETRY_MS = 500;
/** A prompt whose submission was cut off may still be in validation, where it is in no queue. */
const LATE_ARRIVAL_MS = 2000;
/** Silence after the end of a run after which its remaining frames count as lost. */
const LAST_IMAGE_MS = 10_000;
/** Maximum submissions of a prompt: it may crash ComfyUI before ComfyUI reports its start. */
const MAX_SUBMISSIONS = 5;
const AWAY = 'ComfyUI is not responding; waiting for it';
/** ComfyUI starts the next prompt at once unless its worker thread has died, while its HTTP server continues. */
const IDLE_FOR_MS = 30_000;
const IDLE = 'ComfyUI responds but does not start the jobs in its queue. Restart ComfyUI; this job then continues';
/** Consecutive 500 responses that are retried. */
const MAX_TROUBLES = 3;

/**
 * Runs one job on ComfyUI, from its input files to its outputs. WebSocket frames provide live progress; the outcome is always
 * read from `/history` and `/queue`. So a lost socket or a restart of ComfyUI or the gateway only delays the job. It is
 * resubmitted only if ComfyUI lost it before starting it.
 */
export class ComfyRun {
  readonly #parts: ComfyRunParts;
  readonly #request: RunRequest;
  readonly #report: (event: EngineEvent) => void;
  readonly #signal: AbortSignal;
  readonly #collector: OutputCollector;
  readonly #listener: RunListener;
  #hasFinished = false;
  #submissions = 0;
  /** The response to a submission was lost. */
  #isDoubtful = false;
  #isUnreachable = false;
  /** Uptime at which this job began to wait while nothing runs. */
  #idleSince: number | null = null;
  /** The last reported text. */
  #stall: string | null = null;

  constructor(
    parts: ComfyRunParts,
    request: RunRequest,
    { report, signal }: { report: (event: EngineEvent) => void; signal: AbortSignal },
  ) {
    const client = parts.client.inTrace(request.traceparent ?? null);
    this.#parts = { ...parts, client };
    this.#request = request;
    this.#signal = signal;
    this.#report = (event) => {
      if (!this.#hasFinished) report(event);
    };
    const { clock, workDir, maxOutputBytes } = parts;
    this.#collector = new OutputCollector({
      client,
      graph: request.graph,
      workDir,
      maxBytes: maxOutputBytes,
      report: this.#report,
      signal,
    });
    this.#listener = new RunListener({
      client,
      clock,
      request,
      collector: this.#collector,
      report: this.#report,
      onStart: () => this.#markStarted(),
    });
  }

  async run(): Promise<RunOutcome> {
    try {
      return await this.#untilEnd();
    } catch (error) {
      if (this.#signal.aborted) return await this.#aborted();
      if (error instanceof RunFailure) return this.#failed(error.jobError);
      if (error instanceof ComfyTooLarge) return this.#failed(failures.responseTooLarge(error));
      this.#parts.log.error({ jobId: this.#request.jobId, err: error }, 'A run on ComfyUI stopped unexpectedly');
      return this.#failed(failures.unexpected());
    } finally {
      this.#listener.close();
      await this.#collector.settle();
      this.#hasFinished = true;
    }
  }

  async #untilEnd(): Promise<RunOutcome> {
    const { ledger } = this.#parts;
    const { jobId } = this.#request;
    const isResumed = ledger.stage(jobId) !== null;
    if (isResumed) {
      this.#listener.noteGap();
      this.#print('info', 'The gateway was restarted; looking for this job on ComfyUI');
    }
    for (;;) {
      this.#signal.throwIfAborted();
      if (ledger.stage(jobId) === null) {
        await this.#submit();
        continue;
      }
      const position = await this.#patiently(() => locatePrompt(this.#parts.client, jobId, this.#signal));
      if (position.state === 'ended') return await this.#conclude(position.entry);
      if (position.state === 'unknown') {
        const outcome = await this.#whenUnknown(isResumed);
        if (outcome) return outcome;
      } else await this.#listen(position);
    }
  }

  /** Handles a sent prompt that ComfyUI does not know. `null`: it was or will be resubmitted. */
  async #whenUnknown(isResumed: boolean): Promise<RunOutcome | null> {
    const { ledger, clock } = this.#parts;
    const { jobId } = this.#request;
    if (this.#isDoubtful) {
      this.#isDoubtful = false;
      await pause(clock, LATE_ARRIVAL_MS, this.#signal);
      return null;
    }
    if (this.#listener.heardAll) {
      // It finished and reported all outputs before ComfyUI went down, so their files still exist.
      return this.#conclude({ end: 'succeeded', error: null, cached: [], outputs: [] });
    }
    if (isResumed && this.#submissions === 0) throw new RunFailure(failures.lostWhileUnreachable());
    if (ledger.stage(jobId) === 'started') throw new RunFailure(failures.lostWhileRunning());
    if (this.#submissions > 0 && !this.#listener.hasLostSocket) throw new RunFailure(failures.removedFromQueue());
    if (this.#submissions >= MAX_SUBMISSIONS) throw new RunFailure(failures.lostTooOften(MAX_SUBMISSIONS));
    this.#print('warning', 'ComfyUI was restarted before it began this job; submitting it again');
    ledger.remove(jobId);
    return null;
  }

  async #submit(): Promise<void> {
    const { client, ledger } = this.#parts;
    const { jobId, workflowText, graph, extraData, assets } = this.#request;
    const inputNames = new Map<string, string>();
    for (const asset of assets.values()) {
      const give = () => provideInput(client, asset, this.#signal);
      inputNames.set(asset.id, await this.#patiently(give, (rejection) => failures.inputRejected(asset, rejection)));
    }
    const body = promptBody({ jobId, workflowText, graph, inputNames, extraData });
    await this.#patiently(() => this.#listener.open());
    this.#listener.forgetLosses();
    ledger.put(jobId, 'sent');
    this.#submissions += 1;
    let response: unknown;
    try {
      // Without the signal: otherwise every cancel would leave it unknown whether the prompt arrived.
      response = await client.submit(body);
    } catch (error) {
      if (error instanceof ComfyRejection) {
        ledger.remove(jobId);
        throw new RunFailure(rejectionError(error, graph));
      }
      if (!(error instanceof ComfyUnreachable)) throw error;
      if (!error.mayHaveArrived) ledger.remove(jobId);
      this.#isDoubtful = error.mayHaveArrived;
      this.#listener.noteLoss();
      await this.#untilHere();
      return;
    }
    const id = promptIdOf(response);
    if (id !== null && id !== jobId) {
      await withdrawPrompt(client, id, { clock: this.#parts.clock, signal: this.#parts.closing }).catch(() => {});
      ledger.remove(jobId);
      throw new RunFailure(failures.tooOld());
    }
    // ComfyUI runs the valid output nodes and skips the others.
    for (const { nodeId, sentence } of nodeFindings(response)) {
      this.#print('error', `Node ${nodeId}: ${sentence}. ComfyUI skips the outputs that need it`);
    }
    this.#print('info', 'Submitted to ComfyUI');
  }

  /** Waits until the run is about to end, the socket is lost, or nothing was received for a while. */
  async #listen(position: Exclude<PromptLocation, { state: 'ended' | 'unknown' }>): Promise<void> {
    const { pollMs } = this.#parts;
    if (position.state === 'running') this.#markStarted();
    else this.#reportPosition(position);
    if (this.#listener.isOpen) {
      await this.#listener.untilNews(pollMs, this.#signal);
      return;
    }
    // Polls once after the socket is open, for events that were missed before.
    this.#listener.noteGap();
    await this.#patiently(() => this.#listener.open());
  }

  async #conclude(entry: HistoryEntry): Promise<RunOutcome> {
    // A short run may finish before any other frame arrives.
    this.#markStarted();
    const { tracker } = this.#listener;
    tracker.apply({ kind: 'cached', nodes: entry.cached });
    if (entry.end === 'succeeded') tracker.finish(entry.outputs.map(({ nodeId }) => nodeId));
    this.#collector.add(entry.outputs);
    try {
      await this.#patiently(() => this.#collector.drain(), failures.outputRejected);
    } catch (error) {
      if (this.#signal.aborted || entry.end === 'succeeded') throw outputFailure(error);
      this.#print('warning', 'Some files of this run could not be read from ComfyUI');
    }
    if (entry.end === 'succeeded') await this.#listener.untilLastImage(LAST_IMAGE_MS, this.#signal);
    const [missed] = entry.end === 'succeeded' ? this.#listener.missedImages() : [];
    if (missed !== undefined) return this.#failed(failures.imagesMissed(missed));
    if (entry.end === 'failed') return this.#failed(entry.error ?? failures.unexpected());
    if (entry.end === 'interrupted') return { kind: 'failed', error: failures.interrupted() };
    return { kind: 'succeeded' };
  }

  #failed(error: JobError): RunOutcome {
    const nodeId = error.node_id ?? null;
    if (nodeId !== null) this.#listener.tracker.fail(nodeId);
    const classType =
      error.class_type ?? (nodeId === null ? null : (this.#request.graph.get(nodeId)?.classType ?? null));
    return { kind: 'failed', error: { ...error, node_id: nodeId, class_type: classType } };
  }

  /** Handles an abort: a cancel stops the prompt; at shutdown ComfyUI continues, and the next gateway process finds the job. */
  async #aborted(): Promise<RunOutcome> {
    const { ledger } = this.#parts;
    const { jobId } = this.#request;
    if (this.#signal.reason !== GATEWAY_CLOSES && ledger.stage(jobId) !== null) {
      ledger.put(jobId, 'unwanted');
      try {
        await this.#withdraw();
      } catch {
        // The record stays: the engine withdraws the prompt when ComfyUI responds again.
      }
    }
    return { kind: 'canceled' };
  }

  /** Rejects as soon as ComfyUI counts as unreachable: a cancellation must not wait for a server that is down. */
  async #withdraw(): Promise<void> {
    const { client, clock, ledger, closing, availability } = this.#parts;
    const away = new AbortController();
    const stop = availability.onChange((state) => (state === 'away' ? away.abort() : undefined));
    if (availability.state === 'away') away.abort();
    const signal = AbortSignal.any([closing, away.signal]);
    try {
      signal.throwIfAborted();
      if (this.#isDoubtful) await pause(clock, LATE_ARRIVAL_MS, signal);
      await withdrawPrompt(client, this.#request.jobId, { clock, signal });
    } finally {
      stop();
    }
    ledger.remove(this.#request.jobId);
  }

  /** The job stays `queued` while ComfyUI runs other prompts first; the text says why. */
  #reportPosition({ ahead, isIdle }: QueuePosition): void {
    const uptime = this.#parts.clock.uptime();
    this.#idleSince = isIdle ? (this.#idleSince ?? uptime) : null;
    const isStuck = this.#idleSince !== null && uptime - this.#idleSince >= IDLE_FOR_MS;
    const behind = ahead === 0 ? null : `Waits in ComfyUI's own queue behind ${formatJobs(ahead)}`;
    const stall = isStuck ? IDLE : behind;
    if (stall !== null && stall !== this.#stall) this.#print(isStuck ? 'warning' : 'info', stall);
    this.#reportStall(stall);
  }

  #reportStall(reason: string | null): void {
    if (reason === this.#stall) return;
    this.#stall = reason;
    this.#report({ kind: 'stall', reason });
  }

  #markStarted(): void {
    this.#reportStall(null);
    const { ledger, log } = this.#parts;
    const { jobId } = this.#request;
    try {
      if (ledger.stage(jobId) === 'sent') ledger.put(jobId, 'started');
    } catch (error) {
      // Retried with every frame; the record `sent` is nearly as safe.
      log.warn({ jobId, err: error }, 'Could not note that ComfyUI runs a job');
    }
    this.#report({ kind: 'start' });
  }

  /** Retries until ComfyUI responds. @throws RunFailure for a rejection, or the reason of the signal. */
  async #patiently<T>(work: () => Promise<T>, onRejection?: (rejection: ComfyRejection) => JobError): Promise<T> {
    for (let troubles = 0; ;) {
      try {
        const result = await work();
        if (this.#isUnreachable) {
          this.#isUnreachable = false;
          this.#print('info', 'ComfyUI responds again');
          this.#reportStall(null);
        }
        return result;
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error instanceof ComfyRejection && onRejection) {
          troubles += 1;
          if (error.status < 500 || troubles >= MAX_TROUBLES) throw new RunFailure(onRejection(error));
        }
        if (!(error instanceof ComfyUnreachable || error instanceof ComfyRejection)) throw error;
        await this.#untilHere();
      }
    }
  }

  async #untilHere(): Promise<void> {
    if (!this.#isUnreachable) this.#print('warning', AWAY);
    this.#isUnreachable = true;
    this.#reportStall(AWAY);
    await pause(this.#parts.clock, RETRY_MS, this.#signal);
    await this.#parts.availability.untilHere(this.#signal);
  }

  #print(level: 'info' | 'warning' | 'error', message: string): void {
    this.#report({ kind: 'log', level, message });
  }
}

function formatJobs(count: number): string {
  return count === 1 ? '1 other job' : `${count} other jobs`;
}

function outputFailure(error: unknown): unknown {
  if (error instanceof RunFailure || error instanceof DOMException) return error;
  if (error instanceof OutputTooLarge) return new RunFailure(failures.outputTooLarge(error.maxBytes));
  return new RunFailure(failures.outputNotStored(error));
}
