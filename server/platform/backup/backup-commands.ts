import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { version } from '../../../package.json';
import { commandLineOf } from '../commands';
import { announcedUrl } from '../data-folder/data-folder';
import type { GatewayOptions } from '../gateway-options';
import { backUp } from './back-up';
import { summaryOf } from './backup-summary';
import { restoreBackup } from './restore';

/** Runs `flowdeck backup`, prints what it did, and sets the exit code. @throws StartupProblem */
export async function runBackup({ dataDir, backup }: GatewayOptions): Promise<void> {
  process.umask(0o077);
  // Before the first thread for files starts, which has the priority of this one: the gateway and its jobs go first.
  // Not the lowest one, with which it would hardly proceed beside an engine that uses all cores.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { name, manifest, copied, problems } = await backUp({
    dataDir,
    to: backup.to ?? '',
    keep: backup.keep,
    version,
    now: () => Date.now(),
    ...(announcedUrl(dataDir) === null ? {} : { pace: pauseAfter }),
  });
  print([...problems, summaryOf({ name, manifest, copied })]);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Syncing a file delays the syncs of the gateway: it has the disk for itself four fifths of the time (`bench/gateway/backup.bench.mjs`). */
async function pauseAfter(tookMs: number): Promise<void> {
  await setTimeout(4 * tookMs);
}

/** Runs `flowdeck restore`, prints what it did, and sets the exit code. @throws StartupProblem */
export async function runRestore({ dataDir, restore }: GatewayOptions): Promise<void> {
  process.umask(0o077);
  const { name, manifest, files, pending, problems } = await restoreBackup({
    from: restore.from ?? '',
    backup: restore.backup,
    dataDir,
    sendsCalls: restore.sendsCalls,
  });
  print([
    ...problems,
    `Backup ${name} of ${manifest.made_at} is restored: ${files} of ${manifest.files.length + manifest.lost.length} files`,
    ...(pending.jobs > 0 ? [`Jobs that were waiting or running, and will start again: ${pending.jobs}`] : []),
    ...(pending.modelCalls > 0 ? [callsText(pending.modelCalls, restore.sendsCalls)] : []),
    `To start with it: ${commandLineOf()} --data-dir ${dataDir}`,
  ]);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function callsText(count: number, areSent: boolean): string {
  if (areSent) return `Model calls that were waiting, and will start again: ${count}`;
  return `Model calls that were waiting: ${count}. Free ones will start again. Others may have run since and are not sent again; with --send-model-calls they would be`;
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
