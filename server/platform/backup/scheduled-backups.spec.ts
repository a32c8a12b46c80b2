import { beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '../../log';
import { VirtualClock } from '../../testing/virtual-clock';
import { startBackupProcess, type BackupRun } from './backup-process';
import { ScheduledBackups } from './scheduled-backups';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 30, 12);
const FINISHED = { isFinished: true, lines: ['Backup 1 is finished.'] };
const FAILED = { isFinished: false, lines: ['The disk is full.'] };

let clock: VirtualClock;
let newest: number | null;
let logged: string[];
/** Ends the runs so far; the last one may still run. */
let runs: { end: (result: Awaited<BackupRun['ended']>) => Promise<void>; isStopped: boolean }[];

beforeEach(() => {
  clock = new VirtualClock(NOON);
  newest = null;
  logged = [];
  runs = [];
});

function open(everyMs = 24 * HOUR): ScheduledBackups {
  const note = (level: string) => (_: object, message: string) => logged.push(`${level}: ${message}`);
  const log: Logger = { info: note('info'), warn: note('warn'), error: note('error') };
  return new ScheduledBackups({
    everyMs,
    newest: () => {
      if (newest === -1) throw new Error('EIO');
      return newest;
    },
    start: () => {
      let resolve: (result: Awaited<BackupRun['ended']>) => void = () => {};
      const ended = new Promise<Awaited<BackupRun['ended']>>((done) => (resolve = done));
      const run = {
        isStopped: false,
        end: async (result: Awaited<BackupRun['ended']>) => {
          resolve(result);
          await clock.advance(0);
        },
      };
      runs.push(run);
      return {
        ended,
        stop: () => {
          run.isStopped = true;
          resolve({ isFinished: false, lines: ['SIGTERM'] });
        },
      };
    },
    clock,
    log,
  });
}

describe('scheduled backups', () => {
  it('begin a minute after the first start, then at intervals', async () => {
    const backups = open();
    await clock.advance(MINUTE - 1);
    expect(runs).toHaveLength(0);
    await clock.advance(1);
    expect(runs).toHaveLength(1);
    await clock.advance(5 * MINUTE);
    await runs[0]?.end(FINISHED);
    expect(backups.status()).toEqual({ problem: null, madeAt: NOON + MINUTE });
    await clock.advance(24 * HOUR - 5 * MINUTE - 1);
    expect(runs).toHaveLength(1);
    await clock.advance(1);
    expect(runs).toHaveLength(2);
  });

  it('continue the interval after a restart', async () => {
    newest = NOON - 23 * HOUR;
    const backups = open();
    expect(backups.status()).toEqual({ problem: null, madeAt: newest });
    await clock.advance(HOUR - 1);
    expect(runs).toHaveLength(0);
    await clock.advance(1);
    expect(runs).toHaveLength(1);
  });

  it('never overlap', async () => {
    open(HOUR);
    await clock.advance(10 * HOUR);
    expect(runs).toHaveLength(1);
    await runs[0]?.end(FINISHED);
    await clock.advance(0);
    expect(runs).toHaveLength(2);
  });

  it('report a failure, and try again after an hour', async () => {
    const backups = open();
    await clock.advance(MINUTE);
    await runs[0]?.end(FAILED);
    expect(backups.status()).toEqual({ problem: 'The disk is full.', madeAt: null });
    expect(logged).toEqual(['error: The scheduled backup failed, which will be tried again']);
    await clock.advance(HOUR - 1);
    expect(runs).toHaveLength(1);
    await clock.advance(1);
    await runs[1]?.end(FINISHED);
    expect(backups.status()).toMatchObject({ problem: null, madeAt: NOON + MINUTE + HOUR });
  });

  it('report what a finished backup lacks', async () => {
    const backups = open();
    await clock.advance(MINUTE);
    await runs[0]?.end({ isFinished: true, lines: ['A file is missing.', 'Backup 1 is finished.'] });
    expect(backups.status().problem).toContain('A file is missing.');
    expect(logged).toEqual(['warn: The scheduled backup is finished, with problems']);
  });

  it('stop with the gateway', async () => {
    const backups = open();
    await clock.advance(MINUTE);
    await backups.close();
    expect(runs).toMatchObject([{ isStopped: true }]);
    await clock.advance(48 * HOUR);
    expect(runs).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it('are tried even if their folder cannot be read at the start', async () => {
    newest = -1;
    open();
    expect(logged).toEqual(['warn: The folder of the backups cannot be read']);
    await clock.advance(MINUTE);
    expect(runs).toHaveLength(1);
  });
});

it('the process of a backup that does not start is reported', async () => {
  const { ended } = startBackupProcess({ script: '/none/main.mjs', dataDir: '/none', to: '/none/to', keep: 3 });
  const { isFinished, lines } = await ended;
  expect(isFinished).toBe(false);
  expect(lines.join('\n')).toContain('/none/main.mjs');
});
