import type { JobChange } from './event-hub';

/** Maximum number of buffered log lines per slow client; older ones are dropped. The full log is available with GET. */
const MAX_WAITING_LOGS = 500;

/**
 * Buffer of a slow client. It keeps only the newest progress and preview and a limited number of log lines, so that a client
 * that stops reading takes a bounded amount of memory. Status and output frames are never dropped.
 */
export class FrameQueue {
  #changes: JobChange[] = [];
  #logs = 0;

  /** @returns true: what may wait for one job is bounded by its outputs */
  push(change: JobChange): boolean {
    if (change.kind === 'progress' || change.kind === 'preview') this.#dropFirst(change.kind);
    if (change.kind === 'log') {
      if (this.#logs >= MAX_WAITING_LOGS) this.#dropFirst('log');
      else this.#logs += 1;
    }
    this.#changes.push(change);
    return true;
  }

  shift(): JobChange | undefined {
    const change = this.#changes.shift();
    if (change?.kind === 'log') this.#logs -= 1;
    return change;
  }

  #dropFirst(kind: JobChange['kind']): void {
    const index = this.#changes.findIndex((change) => change.kind === kind);
    if (index !== -1) this.#changes.splice(index, 1);
  }
}
