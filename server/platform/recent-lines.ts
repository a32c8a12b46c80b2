const MAX_LINES = 500;
/** Of a line: a stack or the output of a crashed process can be long. */
const MAX_LENGTH = 4000;

/** The last lines of the log in memory, for the diagnostics report: at most two megabytes. */
export class RecentLines {
  #lines: string[] = [];

  add(line: string): void {
    const text = line.trimEnd();
    this.#lines.push(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
    // In steps: removing the first element for each line would move all others.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines = this.#lines.slice(-MAX_LINES);
  }

  /** Oldest first. */
  get lines(): string[] {
    return this.#lines.slice(-MAX_LINES);
  }
}
