import { join } from 'node:path';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { systemClock, type Clock } from '../../clock';
import type { Logger } from '../../log';
import type {
  ComfyuiConnection,
  Engine,
  EngineEvent,
  EngineHealth,
  LastSeenDefinitions,
  RunOutcome,
  RunRequest,
} from '../engine';
import type { LibraryItem } from '../engine-library';
import { ComfyClient } from './client/comfy-client';
import { readLibrary } from './library/read-library';
import { ComfyRun } from './run/comfy-run';
import { DefinitionsCache } from './definitions/definitions-cache';
import { DEFINITIONS_FOLDER, DefinitionsFile } from './definitions/definitions-file';
import { AvailabilityMonitor, type Availability } from './availability';
import { withdrawPrompt } from './run/prompt-location';
import { FileRunLedger, type RunLedger } from './run/run-ledger';

export interface ComfyuiEngineOptions {
  /** Such as `http://127.0.0.1:8188`. */
  url: string;
  /** Outputs are written here; the blob store adopts them. */
  workDir: string;
  /** Folder of the records of submitted jobs and of the definitions read last; must outlive the process. */
  stateDir: string;
  /** Name in the records if several engines share the folder; absent: all records are its own. */
  name?: string;
  /** Also owns records without an engine name, from versions with a single engine. */
  isFirst?: boolean;
  log: Logger;
  clock?: Clock;
  ledger?: RunLedger;
  /** Maximum size of an output file. */
  maxOutputBytes?: number;
  /** Silence of a run after which ComfyUI is polled. */
  pollMs?: number;
}

export const LEDGER_FOLDER = 'comfyui-runs';
const MAX_OUTPUT_BYTES = 16 * 1024 ** 3;
const POLL_MS = 5000;

/**
 * Runs jobs on the user's ComfyUI. It submits one job at a time; the others wait in the gateway's queue, where their order is
 * visible. Prompts that users queue in ComfyUI itself run in between.
 */
export class ComfyuiEngine implements Engine {
  readonly name = 'comfyui';
  readonly parallel = 1;
  readonly reportsStart = true;
  readonly #client: ComfyClient;
  readonly #availability: AvailabilityMonitor;
  readonly #definitions: DefinitionsCache;
  readonly #ledger: RunLedger;
  readonly #options: Required<Omit<ComfyuiEngineOptions, 'ledger' | 'stateDir' | 'url' | 'name' | 'isFirst'>>;
  readonly #closing = new AbortController();
  readonly #runs = new Map<string, Promise<RunOutcome>>();
  /** Finished on ComfyUI but perhaps not recorded by the gateway: deleting their record too early lets a job run twice. */
  readonly #concluded = new Set<string>();
  #withdrawing: Promise<void> | null = null;

  constructor({ url, ledger, stateDir, name, isFirst = false, ...options }: ComfyuiEngineOptions) {
    this.#options = { clock: systemClock, maxOutputBytes: MAX_OUTPUT_BYTES, pollMs: POLL_MS, ...options };
    const { clock, log } = this.#options;
    this.#client = new ComfyClient(url);
    const owner = name === undefined ? null : { name, url, isFirst };
    this.#ledger = ledger ?? new FileRunLedger(join(stateDir, LEDGER_FOLDER), owner);
    this.#availability = new AvailabilityMonitor(this.#client, clock, () => this.#submitted());
    const file = new DefinitionsFile(join(stateDir, DEFINITIONS_FOLDER), url);
    this.#definitions = new DefinitionsCache({ client: this.#client, clock, log, file });
    this.#availability.onChange((state) => this.#onAvailability(state));
    this.#availability.start();
  }

  get state(): Availability {
    return this.#availability.state;
  }

  /** Resolves after the first availability check. */
  async look(): Promise<void> {
    await this.#availability.look();
  }

  health(): EngineHealth {
    const { state, version } = this.#availability;
    const label = version === null ? 'ComfyUI' : `ComfyUI ${version}`;
    if (state === 'here') return { isReady: true, label };
    const where = this.#client.baseUrl;
    const waitingReason =
      state === 'unknown'
        ? `Looking for ComfyUI at ${where}`
        : `ComfyUI does not respond at ${where}. Jobs wait until it does`;
    return { isReady: false, label, waitingReason };
  }

  comfyui(): ComfyuiConnection {
    const { state, version, memory, unreachableSince, queue } = this.#availability;
    return {
      url: this.#client.baseUrl,
      state,
      version: state === 'here' ? version : null,
      memory,
      unreachableSince,
      queue,
    };
  }

  readLibrary(item: LibraryItem, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
    return readLibrary(this.#client, item, signal);
  }

  definitions(): Promise<NodeDefinitions | null> {
    return this.#definitions.get();
  }

  /** Returns the definitions that were read last, without a request; `null` before that. */
  get knownDefinitions(): NodeDefinitions | null {
    return this.#definitions.known;
  }

  async lastSeen(): Promise<LastSeenDefinitions | null> {
    if (this.#availability.state === 'unknown') await this.look();
    const isListed = this.#availability.state === 'here' || this.#definitions.known !== null;
    return isListed ? null : this.#definitions.lastSeen();
  }

  resumes(jobId: string): boolean {
    const stage = this.#ledger.stage(jobId);
    return stage === 'sent' || stage === 'started';
  }

  recordedJobIds(): string[] {
    return this.#ledger.ids();
  }

  release(jobId: string): void {
    try {
      const stage = this.#ledger.stage(jobId);
      const isOver = this.#concluded.delete(jobId) && stage !== 'unwanted';
      if (isOver) this.#ledger.remove(jobId);
      if (isOver || stage === null) return;
      this.#ledger.put(jobId, 'unwanted');
      // A run in progress was aborted and withdraws its prompt itself.
      if (this.#runs.has(jobId)) return;
    } catch (error) {
      this.#options.log.warn({ jobId, err: error }, 'The note about a job on ComfyUI could not be changed');
    }
    if (this.#availability.state === 'here') this.#takeBack();
  }

  outOfReach(jobId: string): string | null {
    const stage = this.#ledger.stage(jobId);
    if (stage === null || (stage !== 'unwanted' && this.#availability.state === 'here')) return null;
    const where = this.#client.baseUrl;
    return `ComfyUI at ${where} does not respond and may still run this job. It is removed there once ComfyUI responds`;
  }

  async run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    if (signal.aborted) return { kind: 'canceled' };
    const parts = {
      ...this.#options,
      client: this.#client,
      availability: this.#availability,
      ledger: this.#ledger,
      closing: this.#closing.signal,
    };
    const run = new ComfyRun(parts, request, { report, signal }).run();
    this.#runs.set(request.jobId, run);
    try {
      const outcome = await run;
      if (outcome.kind !== 'canceled') this.#concluded.add(request.jobId);
      return outcome;
    } finally {
      this.#runs.delete(request.jobId);
      // ComfyUI may have returned while the run stopped.
      const isLeft = this.#ledger.stage(request.jobId) === 'unwanted' && this.#availability.state === 'here';
      if (isLeft && !this.#closing.signal.aborted) this.#takeBack();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#availability.close();
    await Promise.all(this.#runs.values());
    await this.#withdrawing;
    await this.#definitions.close();
  }

  /** Number of runs in ComfyUI's queue. */
  #submitted(): number {
    return [...this.#runs.keys()].filter((id) => this.#ledger.stage(id) !== null).length;
  }

  #onAvailability(state: Availability): void {
    const { log } = this.#options;
    log.info({ url: this.#client.baseUrl, state, version: this.#availability.version }, 'ComfyUI');
    if (state !== 'here') return;
    this.#definitions.expire();
    this.#takeBack();
  }

  #takeBack(): void {
    this.#withdrawing ??= this.#withdrawUnwanted().finally(() => {
      this.#withdrawing = null;
    });
  }

  /** Withdraws jobs that were canceled while ComfyUI or the gateway was down. */
  async #withdrawUnwanted(): Promise<void> {
    const seen = new Set<string>();
    const next = () => this.#ledger.unwanted().find((id) => !seen.has(id) && !this.#runs.has(id));
    for (let jobId = next(); jobId !== undefined; jobId = next()) {
      seen.add(jobId);
      try {
        await withdrawPrompt(this.#client, jobId, { clock: this.#options.clock, signal: this.#closing.signal });
        this.#ledger.remove(jobId);
      } catch (error) {
        this.#options.log.warn({ jobId, err: error }, 'A canceled job could not be removed from ComfyUI');
      }
    }
  }
}
