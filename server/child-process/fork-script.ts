import { fork, type ChildProcess } from 'node:child_process';
import { permissionFlags, type ProcessRights } from './permission-flags';

/** What a process needs of the gateway's surroundings. It reads files of strangers: no token and no key is among it. */
const PASSED_ENV = [
  'PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
  'LANG',
];

export interface ForkOptions extends ProcessRights {
  /** Of its JavaScript; pictures lie in native memory. */
  maxHeapMb: number;
  /** Of the whole process, if its script calls `guardMemory`. */
  maxMemoryMb: number;
  /** Whether its error stream is read. */
  stderr: 'pipe' | 'ignore';
  /** Beside what every process is given. */
  env?: Readonly<Record<string, string>>;
}

/** Starts a built script in a separate process with few rights, which communicates by messages. */
export function forkScript(
  script: string,
  { maxHeapMb, maxMemoryMb, stderr, env = {}, ...rights }: ForkOptions,
): ChildProcess {
  return fork(script, [String(maxMemoryMb)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
    // Flags of the gateway's own process, such as a debugger's port, are not for this one.
    execArgv: [`--max-old-space-size=${maxHeapMb}`, ...permissionFlags(script, rights)],
    env: {
      ...Object.fromEntries(PASSED_ENV.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      ...env,
    },
  });
}
