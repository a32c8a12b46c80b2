import { forkScript } from '../../child-process/fork-script';
import { PacedMessages } from '../../child-process/paced-messages';
import { FromEngine, type ToEngine } from './protocol';

const MAX_STDERR = 4000;
/** Images use native memory: room for several of the largest size, and for the cache between runs. */
const MAX_MEMORY_MB = 3072;

export interface EngineProcess {
  readonly pid: number;
  readonly isAlive: boolean;
  send(message: ToEngine): void;
  kill(): void;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
}

export interface Exit {
  code: number | null;
  signal: string | null;
  /** End of its stderr output. */
  stderr: string;
}

export interface Listeners {
  /** Called with valid messages only; an invalid message kills the process. */
  onMessage: (message: FromEngine) => void;
  /** Called once, after the process has exited and all its messages are handled. */
  onExit: (exit: Exit) => void;
}

/** Starts the built script. */
export function startEngineProcess(
  { script, reads, writes }: { script: string; reads: readonly string[]; writes: readonly string[] },
  { onMessage, onExit }: Listeners,
): EngineProcess {
  const child = forkScript(script, {
    maxHeapMb: 512,
    maxMemoryMb: MAX_MEMORY_MB,
    reads,
    writes,
    addons: true,
    stderr: 'pipe',
    // glibc retains the memory of each arena; with two arenas it releases the memory of images.
    env: { MALLOC_ARENA_MAX: '2' },
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  const messages = new PacedMessages((message: unknown) => {
    const heard = FromEngine.safeParse(message);
    if (heard.success) onMessage(heard.data);
    else child.kill('SIGKILL');
  });
  child.on('message', (message) => messages.push(message));
  const exited = new Promise<void>((resolve) => {
    const end = (exit: Exit) => {
      messages.whenEmpty(() => {
        onExit(exit);
        resolve();
      });
    };
    child.once('error', (error) => end({ code: null, signal: null, stderr: error.message }));
    child.once('close', (code, signal) => end({ code, signal, stderr }));
  });
  return {
    get pid() {
      return child.pid ?? 0;
    },
    get isAlive() {
      return child.exitCode === null && child.signalCode === null && child.connected;
    },
    send: (message) => {
      // A closed channel is reported by `onExit`.
      child.send(message, () => {});
    },
    kill: () => {
      child.kill('SIGKILL');
    },
    exited,
  };
}
