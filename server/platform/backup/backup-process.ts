import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { PASSED_ENV } from '../../child-process/fork-script';
import { isSummary } from './backup-summary';

export interface BackupRun {
  /** Never rejects. `lines`: what the program printed; the last line of a finished backup is its summary, others are problems. */
  ended: Promise<{ isFinished: boolean; lines: string[] }>;
  stop: () => void;
}

export interface BackupProcess {
  /** The built program. */
  script: string;
  dataDir: string;
  to: string;
  /** Number of backups to keep; `null`: all. */
  keep: number | null;
}

/** Starts `flowdeck backup` in another process, so that neither its work nor its memory is that of the gateway. */
export function startBackupProcess({ script, dataDir, to, keep }: BackupProcess): BackupRun {
  const keeping = keep === null ? [] : ['--keep', String(keep)];
  const child = spawn(process.execPath, [script, 'backup', '--data-dir', dataDir, '--to', to, ...keeping], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C in a terminal would end it before the gateway knows, which would log a failure. `stop` ends it.
    detached: process.platform !== 'win32',
    windowsHide: true,
    env: Object.fromEntries(PASSED_ENV.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = new Promise<number | string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (exitCode, signal) => resolve(exitCode ?? String(signal)));
  });
  const end = async () => {
    const ended = await code;
    const lines = (await printed).join('').split('\n').filter(Boolean);
    // A crash of Node has the exit code of a backup with problems.
    const isFinished = (ended === 0 || ended === 1) && isSummary(lines.at(-1) ?? '');
    return { isFinished, lines: lines.length > 0 ? lines : [`The process of the backup ended: ${ended}`] };
  };
  return {
    ended: end().catch((error: unknown) => ({ isFinished: false, lines: [String(error)] })),
    stop: () => child.kill(),
  };
}
