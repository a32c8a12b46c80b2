import type { AppDeps } from '../deps';

/** Delay after the start, so that the scrub does not slow it down. */
const FIRST_PASS_MS = 10 * 60 * 1000;
const PASS_INTERVAL_MS = 24 * 3600 * 1000;
/** Pause between two files, and between two checks of a busy gateway. */
const BUSY_MS = 60 * 1000;
/** Pause between two chunks of 256 KiB, which limits the scrub to 10 MiB per second. */
const CHUNK_PAUSE_MS = 25;

type ScrubDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log'>;

/**
 * Slowly reads all stored files once a day while no job runs, so that damage is found early. The blob store quarantines and
 * reports damaged files.
 */
export class BlobScrub {
  readonly #deps: ScrubDeps;
  #isOpen = true;
  #wake: () => void = () => {};
  readonly #running: Promise<void>;

  constructor(deps: ScrubDeps) {
    this.#deps = deps;
    this.#running = this.#run();
  }

  /** Resolves when the current file is closed. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.#pause(FIRST_PASS_MS);
    while (this.#isOpen) {
      try {
        await this.#pass();
      } catch (error) {
        if (this.#isOpen) this.#deps.log.error({ err: error }, 'Checking the stored files failed; next try tomorrow');
      }
      await this.#pause(PASS_INTERVAL_MS);
    }
  }

  async #pass(): Promise<void> {
    const { blobs, store } = this.#deps;
    for await (const hash of blobs.list()) {
      while (this.#isOpen && store.jobs.countWithStatus('running') > 0) await this.#pause(BUSY_MS);
      if (!this.#isOpen) return;
      await blobs.verify(hash, () => this.#pace());
    }
  }

  async #pace(): Promise<void> {
    await this.#pause(CHUNK_PAUSE_MS);
    if (!this.#isOpen) throw new Error('The gateway is stopping');
  }

  /** Resolves early if the scrub is closed. */
  async #pause(ms: number): Promise<void> {
    if (!this.#isOpen) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.clock.after(ms, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
