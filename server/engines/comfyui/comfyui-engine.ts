import { join } from 'node:path';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { systemClock, type Clock } from '../../clock';
import type { Logger } from '../../log';
import type { ComfyuiConnection, Engine, EngineEvent, EngineHealth, RunOutcome, RunRequest } from '../engine';
import { ComfyClient } from './comfy-client';
import { ComfyRun } from './comfy-run';
import { DefinitionsCache } from './definitions-cache';
import { Presence, type PresenceState } from './availability';
import { withdrawPrompt } from './prompt-location';
import { FileRunLedger, type RunLedger } from './run-ledger';

export interface ComfyuiEngineOptions {
  /** Such as `http://127.0.0.1:8188`. */
  url: string;
  /** Outputs are written here; the blob store takes them over from it. */
  workDir: string;
  /** Notes of what stands on ComfyUI; must outlive the process. */
  stateDir: string;
  /** The name under which notes are kept where several engines share them; absent: all notes are its own. */
  name?: string;
  /** Notes that name no engine are its own: those of a version with one. */
  isFirst?: boolean;
  log: Logger;
  clock?: Clock;
  ledger?: RunLedger;
  /** The largest file of a run that is taken over. */
  maxOutputBytes?: number;
  /** How long a run may be silent before ComfyUI is asked about it. */
  pollMs?: number;
}

export const LEDGER_FOLDER = 'comfyui-runs';
const MAX_OUTPUT_BYTES = 16 * 1024 ** 3;
const POLL_MS = 5000;

/**
 * The user's own ComfyUI as the engine. One job at a time is handed over, and the others wait here, where their order
 * and number are shown; jobs that people queue in ComfyUI itself take their turns in between.
 */
export class ComfyuiEngine implements Engine {
  readonly name = 'comfyui';
  readonly parallel = 1;
  readonly reportsStart = true;
  readonly #client: ComfyClient;
  readonly #presence: Presence;
  readonly #definitions: DefinitionsCache;
  readonly #ledger: RunLedger;
  readonly #options: Required<Omit<ComfyuiEngineOptions, 'ledger' | 'stateDir' | 'url' | 'name' | 'isFirst'>>;
  readonly #closing = new AbortController();
  readonly #runs = new Map<string, Promise<RunOutcome>>();
  /** Over on ComfyUI, while the gateway may not have recorded it: a note that goes too early lets a job run twice. */
  readonly #concluded = new Set<string>();
  #withdrawing: Promise<void> | null = null;

  constructor({ url, ledger, stateDir, name, isFirst = false, ...options }: ComfyuiEngineOptions) {
    this.#options = { clock: systemClock, maxOutputBytes: MAX_OUTPUT_BYTES, pollMs: POLL_MS, ...options };
    const { clock, log } = this.#options;
    this.#client = new ComfyClient(url);
    const owner = name === undefined ? null : { name, url, isFirst };
    this.#ledger = ledger ?? new FileRunLedger(join(stateDir, LEDGER_FOLDER), owner);
    this.#presence = new Presence(this.#client, clock, () => this.#submitted());
    this.#definitions = new DefinitionsCache({ client: this.#client, clock, log });
    this.#presence.onChange((state) => this.#onPresence(state));
    this.#presence.start();
  }

  get state(): PresenceState {
    return this.#presence.state;
  }

  /** Resolves when ComfyUI was asked once whether it is there. */
  async look(): Promise<void> {
    await this.#presence.look();
  }

  health(): EngineHealth {
    const { state, version } = this.#presence;
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
    const { state, version, memory, unreachableSince, queue } = this.#presence;
    return {
      url: this.#client.baseUrl,
      state,
      version: state === 'here' ? version : null,
      memory,
      unreachableSince,
      queue,
    };
  }

  definitions(): Promise<NodeDefinitions | null> {
    return this.#definitions.get();
  }

  /** As they were read last, without a question; null before that. */
  get knownDefinitions(): NodeDefinitions | null {
    return this.#definitions.known;
  }

  resumes(jobId: string): boolean {
    const stage = this.#ledger.stage(jobId);
    return stage === 'sent' || stage === 'started';
  }

  noted(): string[] {
    return this.#ledger.ids();
  }

  release(jobId: string): void {
    try {
      const stage = this.#ledger.stage(jobId);
      const isOver = this.#concluded.delete(jobId) && stage !== 'unwanted';
      if (isOver) this.#ledger.remove(jobId);
      if (isOver || stage === null) return;
      this.#ledger.put(jobId, 'unwanted');
      // A run that is under way has been told to stop, and takes its prompt back by itself.
      if (this.#runs.has(jobId)) return;
    } catch (error) {
      this.#options.log.warn({ jobId, err: error }, 'The note about a job on ComfyUI could not be changed');
    }
    if (this.#presence.state === 'here') this.#takeBack();
  }

  async run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    if (signal.aborted) return { kind: 'canceled' };
    const parts = {
      ...this.#options,
      client: this.#client,
      presence: this.#presence,
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
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#presence.close();
    await Promise.all(this.#runs.values());
    await this.#withdrawing;
  }

  /** Runs that ComfyUI has in its queue. */
  #submitted(): number {
    return [...this.#runs.keys()].filter((id) => this.#ledger.stage(id) !== null).length;
  }

  #onPresence(state: PresenceState): void {
    const { log } = this.#options;
    log.info({ url: this.#client.baseUrl, state, version: this.#presence.version }, 'ComfyUI');
    if (state !== 'here') return;
    this.#definitions.expire();
    this.#takeBack();
  }

  #takeBack(): void {
    this.#withdrawing ??= this.#withdrawUnwanted().finally(() => {
      this.#withdrawing = null;
    });
  }

  /** Jobs that were canceled while ComfyUI, or the gateway, was away. */
  async #withdrawUnwanted(): Promise<void> {
    const seen = new Set<string>();
    const next = () => this.#ledger.unwanted().find((id) => !seen.has(id) && !this.#runs.has(id));
    for (let jobId = next(); jobId !== undefined; jobId = next()) {
      seen.add(jobId);
      try {
        await withdrawPrompt(this.#client, jobId, { clock: this.#options.clock, signal: this.#closing.signal });
        this.#ledger.remove(jobId);
      } catch (error) {
        this.#options.log.warn({ jobId, err: error }, 'A canceled job could not be taken back from ComfyUI');
      }
    }
  }
}
