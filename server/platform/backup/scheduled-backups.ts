import type { Clock } from '../../clock';
import type { BackupStatus } from '../../deps';
import type { Logger } from '../../log';
import type { DataFolder } from '../data-folder/data-folder';
import type { GatewayOptions } from '../gateway-options';
import { newestBackupTime } from './backup-folder';
import { startBackupProcess, type BackupRun } from './backup-process';

/** A check of the clock: a long timer stops while a laptop sleeps. */
const LOOK_MS = 60_000;
/** So that the first backup does not slow down the start. */
const FIRST_MS = 60_000;
/** After a failure, unless backups are more frequent. */
const RETRY_MS = 3600 * 1000;

interface ScheduleDeps {
  everyMs: number;
  /** When the newest finished backup was made, in Unix milliseconds; `null` if there is none. */
  newest: () => number | null;
  /** Starts a backup in another process. */
  start: () => BackupRun;
  clock: Clock;
  log: Logger;
}

/**
 * Backs up at intervals, one backup at a time. The next one is due an interval after the newest one began, also after a restart, and
 * at once if that has passed. A failure is logged, shown in the console, and tried again.
 */
export class ScheduledBackups {
  readonly #deps: ScheduleDeps;
  #dueAt: number;
  #madeAt: number | null;
  #problem: string | null = null;
  #takeBack: () => void = () => {};
  #run: BackupRun | null = null;
  #working: Promise<void> = Promise.resolve();
  #isOpen = true;

  constructor(deps: ScheduleDeps) {
    this.#deps = deps;
    this.#madeAt = newestOf(deps);
    const soonest = deps.clock.now() + Math.min(FIRST_MS, deps.everyMs);
    this.#dueAt = Math.max(soonest, (this.#madeAt ?? 0) + deps.everyMs);
    this.#plan();
  }

  status(): BackupStatus {
    return { problem: this.#problem, madeAt: this.#madeAt };
  }

  /** Stops a running backup, which is then not finished. Resolves when its process has ended. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#takeBack();
    this.#run?.stop();
    await this.#working;
  }

  #plan(): void {
    if (!this.#isOpen) return;
    const { clock } = this.#deps;
    const waitMs = Math.min(LOOK_MS, Math.max(0, this.#dueAt - clock.now()));
    this.#takeBack = clock.after(waitMs, () => {
      if (clock.now() < this.#dueAt) this.#plan();
      else this.#working = this.#backUp();
    });
  }

  async #backUp(): Promise<void> {
    const { everyMs, start, clock, log } = this.#deps;
    const startedAt = clock.now();
    this.#run = start();
    const { isFinished, lines } = await this.#run.ended;
    this.#run = null;
    if (!this.#isOpen) return;
    const text = lines.join('\n');
    const hasProblem = !isFinished || lines.length > 1;
    this.#problem = hasProblem ? text : null;
    if (isFinished) this.#madeAt = startedAt;
    if (!isFinished) log.error({ reason: text }, 'The scheduled backup failed, which will be tried again');
    else if (hasProblem) log.warn({ result: text }, 'The scheduled backup is finished, with problems');
    else log.info({ result: text }, 'The scheduled backup is finished');
    this.#dueAt = isFinished ? startedAt + everyMs : clock.now() + Math.min(everyMs, RETRY_MS);
    this.#plan();
  }
}

/** A disk that is not plugged in is reported by the backup. */
function newestOf({ newest, log }: ScheduleDeps): number | null {
  try {
    return newest();
  } catch (error) {
    log.warn({ err: error }, 'The folder of the backups cannot be read');
    return null;
  }
}

const DEFAULT_EVERY_MS = 24 * 3600 * 1000;

/** @param parts `script`: the built program @returns `null` if no backups are scheduled */
export function scheduleBackups(
  { scheduledBackups: { to, everyMs, keep } }: GatewayOptions,
  { folder, script, clock, log }: { folder: DataFolder; script: string; clock: Clock; log: Logger },
): ScheduledBackups | null {
  if (to === null) return null;
  return new ScheduledBackups({
    everyMs: everyMs ?? DEFAULT_EVERY_MS,
    newest: () => newestBackupTime(to),
    start: () => startBackupProcess({ script, dataDir: folder.path, to, keep }),
    clock,
    log,
  });
}
