import type { Clock } from '../../clock';
import type { ComfyuiMemory, ComfyuiQueue } from '../engine';
import type { ComfyClient } from './comfy-client';
import { isRecord } from './frames';

const LOOK_FOR_MS = 2000;
const LOOK_AT_MS = 5000;
const PROBE_MS = 4000;
/** Whoever listens there may be something else than ComfyUI. */
const PROBE_BYTES = 1024 ** 2;
/** A server that computes may leave one question unanswered for a while; gone is who misses two. */
const MISSES = 2;

export type PresenceState = 'unknown' | 'here' | 'away';

/**
 * Whether ComfyUI answers, asked again and again: quickly while it does not. `suspect` is for those who have just been
 * let down by it and wait for its return.
 */
export class Presence {
  readonly #client: ComfyClient;
  readonly #clock: Clock;
  readonly #countOwn: () => number;
  readonly #changes = new Set<(state: PresenceState) => void>();
  #state: PresenceState = 'unknown';
  #version: string | null = null;
  #memory: ComfyuiMemory | null = null;
  #queue: ComfyuiQueue | null = null;
  #unreachableSince: number | null = null;
  #misses = 0;
  #probe: Promise<void> | null = null;
  #stopTimer: () => void = () => {};
  #isClosed = false;

  /** @param countOwn how many prompts of this gateway ComfyUI has at the moment */
  constructor(client: ComfyClient, clock: Clock, countOwn: () => number = () => 0) {
    this.#client = client;
    this.#clock = clock;
    this.#countOwn = countOwn;
  }

  get state(): PresenceState {
    return this.#state;
  }

  /** Such as `0.3.64`; null where it says none. */
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

  /** In Unix milliseconds; `null` while it is not away. */
  get unreachableSince(): number | null {
    return this.#unreachableSince;
  }

  /** The returned function takes it back. */
  onChange(listen: (state: PresenceState) => void): () => void {
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

  /** Asks once; resolves when `state` is up to date. */
  look(): Promise<void> {
    this.#stopTimer();
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = null;
      if (this.#isClosed) return;
      this.#stopTimer = this.#clock.after(this.#state === 'here' ? LOOK_AT_MS : LOOK_FOR_MS, () => void this.look());
    });
    return this.#probe;
  }

  /** Somebody got no answer: looks again and, if need be, until ComfyUI is back. Rejects when the signal aborts. */
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
      const answer = await this.#client.getJson('/system_stats', { timeoutMs: PROBE_MS, maxBytes: PROBE_BYTES });
      const system = isRecord(answer) ? answer['system'] : undefined;
      if (!isRecord(system)) throw new Error('Not a ComfyUI server');
      const version = system['comfyui_version'];
      this.#version = typeof version === 'string' ? version : null;
      this.#memory = readMemory(answer);
      this.#misses = 0;
      this.#move('here');
      // Nothing waits for it: a server that reports its memory, but not this, is up.
      void this.#readQueue();
    } catch (error) {
      this.#misses += 1;
      // Nobody listens there at all, or it was never seen: no reason to doubt.
      const isSure = this.#state !== 'here' || this.#misses >= MISSES || isGone(error);
      if (isSure) this.#move('away');
    }
  }

  /** `GET /prompt` is a number, where `/queue` holds the workflow of each prompt. */
  async #readQueue(): Promise<void> {
    const ownBefore = this.#countOwn();
    const limits = { timeoutMs: PROBE_MS, maxBytes: PROBE_BYTES };
    const prompts = promptsIn(await this.#client.getJson('/prompt', limits).catch(() => null));
    const own = this.#countOwn();
    // One came or went meanwhile, and would be counted as a prompt of another client.
    if (prompts !== null && own !== ownBefore) return;
    this.#queue = prompts === null ? null : { prompts, foreign: Math.max(0, prompts - own) };
  }

  #move(state: PresenceState): void {
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

/** Memory as `GET /system_stats` reports it; what is missing or not a number is `null`. */
function readMemory(stats: unknown): ComfyuiMemory | null {
  if (!isRecord(stats) || !isRecord(stats['system'])) return null;
  const { system, devices } = stats;
  return {
    totalBytes: bytesOf(system['ram_total']),
    freeBytes: bytesOf(system['ram_free']),
    devices: (Array.isArray(devices) ? devices : []).filter(isRecord).map((device) => ({
      name: typeof device['name'] === 'string' ? device['name'] : 'device',
      totalBytes: bytesOf(device['vram_total']),
      freeBytes: bytesOf(device['vram_free']),
    })),
  };
}

function promptsIn(answer: unknown): number | null {
  const info = isRecord(answer) ? answer['exec_info'] : undefined;
  const count = isRecord(info) ? info['queue_remaining'] : undefined;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null;
}

function bytesOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
