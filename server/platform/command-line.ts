import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { version } from '../../package.json';
import { runBackup, runRestore } from './backup/backup-commands';
import type { CommandName } from './commands';
import { systemClock } from '../clock';
import { announcedUrl, FolderLocked, openDataFolder } from './data-folder/data-folder';
import { ignoredFlags, readFlags } from './read-flags';
import type { GatewayOptions } from './gateway-options';
import { startGateway, type BuiltFiles, type Extensions } from './gateway';
import { openLog } from './open-log';
import { responsesAsFlowdeck } from './http/port-owner';
import { connectServiceManager } from './service-manager';
import { StartupProblem } from '../startup-problem';
import { verifyFolder } from './data-folder/verify-folder';
import { spawn } from 'node:child_process';

const EXIT_REFUSED = 2;
/** Maximum time until the process exits after a signal, even if something hangs. */
const SHUTDOWN_MS = 2_500;
const OTHER_STARTS_MS = 10_000;

/** @param folder of the built gateway; the console is beside it */
function builtFiles(folder: URL): BuiltFiles {
  const file = (name: string) => fileURLToPath(new URL(name, folder));
  return {
    programScript: file('./main.mjs'),
    consoleFolder: file('../console/'),
    engineScript: file('./embedded-engine.mjs'),
    checkpointScript: file('./checkpoint-worker.mjs'),
    thumbnailScript: file('./thumbnail-child.mjs'),
    modelScript: file('./model-child.mjs'),
    parseScript: file('./judge-child.mjs'),
  };
}

async function run(options: GatewayOptions, files: BuiltFiles, extensions: Extensions): Promise<void> {
  // SQLite creates the database and its companion files with default modes.
  process.umask(0o077);
  const { log, diagnostics } = openLog(options);
  process.on('unhandledRejection', (reason) => log.error({ error: stackOf(reason) }, 'Unhandled promise rejection'));
  const manager = connectServiceManager(process.env, { clock: systemClock, log, pid: process.pid });
  const folder = openDataFolder(options.dataDir);
  const gateway = await startGateway(options, { folder, files, log, version, diagnostics }, extensions);
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Ctrl-C under npm sends the signal twice: from the terminal and from npm.
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      manager.stopping();
      void setTimeout(SHUTDOWN_MS).then(() => process.exit(1));
      void gateway
        .close()
        .catch((error: unknown) => {
          log.error({ error: stackOf(error) }, 'The gateway could not close cleanly');
          process.exitCode = 1;
        })
        .finally(() => {
          folder.release();
          process.exit();
        });
    });
  }
  process.stdout.write(`Flowdeck is ready at ${gateway.address}\n`);
  manager.ready(`Listening at ${gateway.address}`);
  log.info({ version, engine: options.engine, folder: folder.path }, 'The gateway is ready');
  if (folder.isOpenToOthers) log.warn({ folder: folder.path }, 'Other users of this machine can read the data folder');
  if (options.open) openBrowser(gateway.address);
}

async function verify({ dataDir }: GatewayOptions): Promise<void> {
  const { problems, files, unlisted } = await verifyFolder(dataDir);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${files} files checked, ${unlisted} without a record, ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

const WORK: Readonly<Record<Exclude<CommandName, 'start'>, (options: GatewayOptions) => Promise<void>>> = {
  verify,
  backup: runBackup,
  restore: runRestore,
};

async function explainAndExit(error: unknown, options: GatewayOptions, args: readonly string[]): Promise<never> {
  if (error instanceof FolderLocked) {
    const url = await urlOfOther(options.dataDir);
    if (url !== null) {
      process.stdout.write(`Flowdeck is already running at ${url}\n`);
      const ignored = ignoredFlags(args, new URL(url).port);
      if (ignored.length > 0) {
        process.stderr.write(
          `Ignored: ${ignored.join(', ')}. To apply ${ignored.length === 1 ? 'it' : 'them'}, stop the running gateway and start again.\n`,
        );
      }
      if (options.open) openBrowser(url);
      process.exit(0);
    }
    return rejectWith(`${error.message}: stop that one, or name another folder with --data-dir.`);
  }
  if (error instanceof StartupProblem) return rejectWith(error.message);
  return rejectWith(`The gateway cannot start: ${stackOf(error)}`);
}

/** Finds the base address of the running gateway. It may be starting right now: it takes the lock before it has an address. */
async function urlOfOther(dataDir: string): Promise<string | null> {
  for (const deadline = Date.now() + OTHER_STARTS_MS; Date.now() < deadline;) {
    const url = announcedUrl(dataDir);
    if (url !== null && (await responsesAsFlowdeck(url))) return url;
    await setTimeout(100);
  }
  return null;
}

function rejectWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(EXIT_REFUSED);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Runs the program: reads the flags, prints, and ends the process. Stdout gets the base address line only; everything else goes to
 * stderr.
 * @param args the arguments after the program name @param folder of the built gateway
 */
export function runCommandLine(args: readonly string[], folder: URL, extensions: Extensions = {}): void {
  const requested = readFlags(args, process.env);
  switch (requested.kind) {
    case 'help':
      process.stdout.write(`${requested.text}\n`);
      break;
    case 'version':
      process.stdout.write(`${version}\n`);
      break;
    case 'refused':
      rejectWith(requested.message);
    case 'run': {
      const { command, options } = requested;
      const work = command === 'start' ? run(options, builtFiles(folder), extensions) : WORK[command](options);
      work.catch((error: unknown) => explainAndExit(error, options, args));
    }
  }
}

/** Opens the browser, best effort: on a machine without one, the URL is still printed on the terminal. */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const opener = spawn(command, args, { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}
