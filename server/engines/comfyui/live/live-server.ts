import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { liveUrls } from './live-engine';

/** A ComfyUI that the suite starts and kills, by the command of `--start`. */
export class LiveServer {
  readonly url: string;
  readonly #command: string;
  #process: ChildProcess | null = null;

  constructor(url: string, command: string) {
    this.url = url;
    this.#command = command;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    // A group of its own: the shell must not outlive what it started, nor the other way round.
    const child = spawn(this.#command, { shell: true, detached: true, stdio: 'ignore' });
    this.#process = child;
    while (!(await answers(this.url))) {
      if (child.exitCode !== null) throw new Error(`The command of --start ended with code ${child.exitCode}`);
      await setTimeout(200);
    }
  }

  /** As a crash, or a lost battery, would. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.pid === undefined) return;
    const gone = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  }
}

/** One for each URL, in their order; none without `--start`. */
export function liveServers(): LiveServer[] {
  const text = process.env['FLOWDECK_LIVE_START'];
  if (text === undefined) return [];
  const commands = JSON.parse(text) as string[];
  return liveUrls().map((url, index) => new LiveServer(url, commands[index] ?? ''));
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/system_stats`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
