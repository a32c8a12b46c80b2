import type { Clock } from '../../clock';
import type { ComfyuiMemory, ComfyuiQueue } from '../engine';
import type { ComfyClient } from './client/comfy-client';
import { isRecord } from './client/frames';
import { shownText } from './shown-text';

const UNAVAILABLE_CHECK_MS = 2000;
const AVAILABLE_CHECK_MS = 5000;
const PROBE_MS = 4000;
/** Limits the response: the server at this URL may not be ComfyUI. */
const PROBE_BYTES = 1024 ** 2;
/** Failed checks in a row after which the server counts as down: a busy server may miss one. */
const MISSES = 2;

export type Availability = 'unknown' | 'here' | 'away';

/**
 * Monitors whether ComfyUI responds, with a shorter interval while it does not. Callers whose request just failed use `suspect`
 * to wait for its return.
 */
export class AvailabilityMonitor {
  readonly #client: ComfyClient;
  readonly #clock: Clock;
  readonly #countOwn: () => number;
  readonly #changes = new Set<(state: Availability) => void>();
  #state: Availability = 'unknown';
  #version: string | null = null;
  #memory: ComfyuiMemory | null = null;
  #queue: ComfyuiQueue | null = null;
  #unreachableSince: number | null = null;
  #misses = 0;
  #probe: Promise<void> | null = null;
  #stopTimer: () => void = () => {};
  #isClosed = false;

  /** @param countOwn returns the number of this gateway's prompts that ComfyUI currently has */
  constructor(client: ComfyClient, clock: Clock, countOwn: () => number = () => 0) {
    this.#client = client;
    this.#clock = clock;
    this.#countOwn = countOwn;
  }

  get state(): Availability {
    return this.#state;
  }

  /** Such as `0.3.64`; `null` if not reported. */
  get version(): string | null {
    return this.#version;
  }

  /** As of the last successful check; `null` while ComfyUI is not connected. */
  get memory(): ComfyuiMemory | null {
    return this.#state === 'here' ? this.#memory : null;
  }

  /** As of the last successful check; `null` while ComfyUI is not connected. */
  get queue(): ComfyuiQueue | null {
    return this.#state === 'here' ? this.#queue : null;
  }

  /** When ComfyUI became unreachable, in Unix milliseconds; `null` while it is reachable. */
  get unreachableSince(): number | null {
    return this.#unreachableSince;
  }

  /** @returns an unsubscribe function. */
  onChange(listen: (state: Availability) => void): () => void {
    this.#changes.add(listen);
    return () => this.#changes.delete(listen);
  }

  start(): void {
    void this.look();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
    this.#changes.clear();
  }

  /** Checks once; resolves when `state` is up to date. */
  look(): Promise<void> {
    this.#stopTimer();
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = null;
      if (this.#isClosed) return;
      this.#stopTimer = this.#clock.after(
        this.#state === 'here' ? AVAILABLE_CHECK_MS : UNAVAILABLE_CHECK_MS,
        () => void this.look(),
      );
    });
    return this.#probe;
  }

  /** Checks after a failed request, and resolves when ComfyUI responds again. Rejects if the signal aborts. */
  async untilHere(signal: AbortSignal): Promise<void> {
    await this.look();
    signal.throwIfAborted();
    if (this.#state === 'here') return;
    await new Promise<void>((resolve, reject) => {
      const stop = this.onChange((state) => {
        if (state === 'here') end(resolve);
      });
      const abort = () => end(() => reject(signal.reason));
      const end = (then: () => void) => {
        stop();
        signal.removeEventListener('abort', abort);
        then();
      };
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  async #ask(): Promise<void> {
    try {
      const response = await this.#client.getJson('/system_stats', { timeoutMs: PROBE_MS, maxBytes: PROBE_BYTES });
      const system = isRecord(response) ? response['system'] : undefined;
      if (!isRecord(system)) throw new Error('Not a ComfyUI server');
      const version = system['comfyui_version'];
      this.#version = typeof version === 'string' ? shownText(version) : null;
      this.#memory = readMemory(response);
      this.#misses = 0;
      this.#move('here');
      // Not awaited: a server that reports its memory but not this is up.
      void this.#readQueue();
    } catch (error) {
      this.#misses += 1;
      // Connection refused, or never connected: it is down without further checks.
      const isSure = this.#state !== 'here' || this.#misses >= MISSES || isGone(error);
      if (isSure) this.#move('away');
    }
  }

  /** Reads `GET /prompt`, which returns a count; `/queue` returns the workflow of each prompt. */
  async #readQueue(): Promise<void> {
    const ownBefore = this.#countOwn();
    const limits = { timeoutMs: PROBE_MS, maxBytes: PROBE_BYTES };
    const prompts = promptsIn(await this.#client.getJson('/prompt', limits).catch(() => null));
    const own = this.#countOwn();
    // Our own prompts changed meanwhile, and would be counted as prompts of other clients.
    if (prompts !== null && own !== ownBefore) return;
    this.#queue = prompts === null ? null : { prompts, foreign: Math.max(0, prompts - own) };
  }

  #move(state: Availability): void {
    if (this.#state === state || this.#isClosed) return;
    this.#state = state;
    this.#unreachableSince = state === 'away' ? this.#clock.now() : null;
    if (state === 'away') this.#queue = null;
    for (const listen of this.#changes) listen(state);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'mayHaveArrived' in error && error.mayHaveArrived === false;
}

/** Reads the memory of `GET /system_stats`; missing and non-numeric values are `null`. */
function readMemory(stats: unknown): ComfyuiMemory | null {
  if (!isRecord(stats) || !isRecord(stats['system'])) return null;
  const { system, devices } = stats;
  return {
    totalBytes: bytesOf(system['ram_total']),
    freeBytes: bytesOf(system['ram_free']),
    devices: (Array.isArray(devices) ? devices : []).filter(isRecord).map((device) => ({
      name: typeof device['name'] === 'string' ? shownText(device['name']) : 'device',
      totalBytes: bytesOf(device['vram_total']),
      freeBytes: bytesOf(device['vram_free']),
    })),
  };
}

function promptsIn(response: unknown): number | null {
  const info = isRecord(response) ? response['exec_info'] : undefined;
  const count = isRecord(info) ? info['queue_remaining'] : undefined;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null;
}

function bytesOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
