import type { JobChange } from './event-hub';

/** Log lines that wait for a slow reader; of more, the newest. The log itself is read with GET. */
const MAX_WAITING_LOGS = 500;

/**
 * What a slow reader has not taken yet. Only the newest progress and preview count, and log lines are bounded, so a
 * reader that stops reading costs the gateway a bounded amount; status and output frames are never dropped.
 */
export class FrameQueue {
  #changes: JobChange[] = [];
  #logs = 0;

  push(change: JobChange): void {
    if (change.kind === 'progress' || change.kind === 'preview') this.#dropFirst(change.kind);
    if (change.kind === 'log') {
      if (this.#logs >= MAX_WAITING_LOGS) this.#dropFirst('log');
      else this.#logs += 1;
    }
    this.#changes.push(change);
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
