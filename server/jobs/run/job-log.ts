import type { LogRecord } from '../../storage/store';
import { isoTime } from '../../clock';

/** Maximum log size per job in bytes; older text is dropped (rule J-4.88). */
export const MAX_LOG_BYTES = 256 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** In-memory log of a running job. */
export class JobLog {
  #lines: { text: string; bytes: number }[] = [];
  #first = 0;
  #bytes = 0;
  #truncated = false;
  #capturedAt: number;

  constructor(now: number, earlier: LogRecord | null = null) {
    this.#capturedAt = now;
    if (earlier) {
      this.#push(earlier.text);
      this.#truncated = earlier.truncated;
    }
  }

  append(level: string, message: string, now: number): void {
    this.#push(`${isoTime(now)} ${level} ${message}\n`);
    this.#capturedAt = now;
  }

  record(isComplete: boolean): LogRecord {
    return {
      text: this.#lines
        .slice(this.#first)
        .map((line) => line.text)
        .join(''),
      truncated: this.#truncated,
      capturedAt: this.#capturedAt,
      complete: isComplete,
    };
  }

  #push(text: string): void {
    let line = { text, bytes: encoder.encode(text).byteLength };
    if (line.bytes > MAX_LOG_BYTES) {
      line = tailOf(text);
      this.#truncated = true;
    }
    this.#lines.push(line);
    this.#bytes += line.bytes;
    while (this.#bytes > MAX_LOG_BYTES) {
      this.#bytes -= this.#lines[this.#first]?.bytes ?? 0;
      this.#first += 1;
      this.#truncated = true;
    }
    // Dropped lines are removed in bulk: shifting the array per line would be quadratic.
    if (this.#first > 1000 && this.#first > this.#lines.length / 2) {
      this.#lines = this.#lines.slice(this.#first);
      this.#first = 0;
    }
  }
}

/** The end of an overlong line, cut between characters: a continuation byte of UTF-8 starts with the bits 10. */
function tailOf(text: string): { text: string; bytes: number } {
  const bytes = encoder.encode(text);
  let start = bytes.byteLength - MAX_LOG_BYTES;
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  const tail = bytes.subarray(start);
  return { text: decoder.decode(tail), bytes: tail.byteLength };
}
