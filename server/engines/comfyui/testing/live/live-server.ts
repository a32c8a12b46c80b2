import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { liveUrls } from './live-engine';

/** ComfyUI server that the suite starts with the `--start` command, and kills. */
export class LiveServer {
  readonly url: string;
  readonly #command: string;
  #process: ChildProcess | null = null;

  constructor(url: string, command: string) {
    this.url = url;
    this.#command = command;
  }

  /** Starts the server. Resolves when it responds. */
  async start(): Promise<void> {
    // A separate process group, so that neither the shell nor its children outlive each other.
    const child = spawn(this.#command, { shell: true, detached: true, stdio: 'ignore' });
    this.#process = child;
    while (!(await responses(this.url))) {
      if (child.exitCode !== null) throw new Error(`The command of --start ended with code ${child.exitCode}`);
      await setTimeout(200);
    }
  }

  /** Kills the server, like a crash or a power failure. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.pid === undefined) return;
    const gone = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  }
}

/** Returns one server per URL, in order; none without `--start`. */
export function liveServers(): LiveServer[] {
  const text = process.env['FLOWDECK_LIVE_START'];
  if (text === undefined) return [];
  const commands = JSON.parse(text) as string[];
  return liveUrls().map((url, index) => new LiveServer(url, commands[index] ?? ''));
}

async function responses(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/system_stats`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
