import { fork, type ChildProcess } from 'node:child_process';
import { permissionFlags, type ProcessRights } from './permission-flags';

/** Environment variables passed to a child. It reads untrusted files, so it gets no token and no key. */
export const PASSED_ENV = [
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
  /** JavaScript heap limit; images are in native memory. */
  maxHeapMb: number;
  /** Limit of the whole process, if its script calls `guardMemory`. */
  maxMemoryMb: number;
  stderr: 'pipe' | 'ignore';
  /** Added to the environment that every child gets. */
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
    // Flags of the gateway, such as a debugger port, are not passed on.
    execArgv: [`--max-old-space-size=${maxHeapMb}`, ...permissionFlags(script, rights)],
    env: {
      ...Object.fromEntries(PASSED_ENV.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      ...env,
    },
  });
}
