/** Averaging window of the speed: long enough for a stable display, short enough to follow a change of network. */
const WINDOW_MS = 4000;
const SETTLE_MS = 500;

export interface SpeedReading {
  /** `null` until enough is known. */
  bytesPerS: number | null;
  msLeft: number | null;
}

export class SpeedMeter {
  readonly totalBytes: number;
  private samples: { at: number; bytes: number }[] = [];
  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
  }

  /** @param bytes sent so far. @param at milliseconds of a monotonic clock. */
  read(bytes: number, at: number): SpeedReading {
    this.samples.push({ at, bytes });
    while (this.samples.length > 2 && (this.samples[1]?.at ?? at) < at - WINDOW_MS) this.samples.shift();
    const first = this.samples[0];
    if (!first || at - first.at < SETTLE_MS || bytes <= first.bytes) return { bytesPerS: null, msLeft: null };
    const bytesPerS = ((bytes - first.bytes) * 1000) / (at - first.at);
    return { bytesPerS, msLeft: (Math.max(0, this.totalBytes - bytes) * 1000) / bytesPerS };
  }
}
