import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { createApp, type App } from '../../../app';
import type { AppDeps } from '../../../deps';
import { comfyuiPool } from '../../../platform/engine-choice';
import { silentLogger } from '../../../log';
import { FileBlobs } from '../../../storage/files/file-blobs';
import { createMemoryDeps } from '../../../testing/memory-deps';
import type { EngineConfig } from '../../engine';
import type { EnginePool } from '../../engine-pool';
import { ComfyuiDouble } from './comfyui-double';
import { acceleratedClock } from './double-host';
import type { Recording } from './recordings';

const ORIGIN = 'http://127.0.0.1:8189';

/** Gateway in front of several ComfyUI servers, over HTTP, with its job records on disk. */
export class PoolHost {
  readonly doubles: readonly ComfyuiDouble[];
  readonly #dir: string;
  readonly #clock = acceleratedClock(20);
  #deps!: AppDeps;
  #app!: App;
  #pool!: EnginePool;

  private constructor(doubles: readonly ComfyuiDouble[], dir: string) {
    this.doubles = doubles;
    this.#dir = dir;
  }

  static async open(count: number, ...recordings: Recording[]): Promise<PoolHost> {
    const doubles = Array.from({ length: count }, () => new ComfyuiDouble());
    for (const double of doubles) {
      double.plays(...recordings);
      await double.start();
    }
    const host = new PoolHost(doubles, await mkdtemp(join(tmpdir(), 'flowdeck-pool-')));
    const blobs = await FileBlobs.open(join(host.#dir, 'blobs'));
    await host.#startGateway(await createMemoryDeps({ blobs }, host.#clock), host.named());
    return host;
  }

  get pool(): EnginePool {
    return this.#pool;
  }

  named(): EngineConfig[] {
    return this.doubles.map(({ url }, index) => ({ name: `gpu-${index}`, url }));
  }

  async restartGateway(named = this.named()): Promise<void> {
    await this.#app.close();
    await this.#startGateway(this.#deps, named);
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return this.#app.fetch(new Request(ORIGIN + path, init));
  }

  post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async submit(graph: unknown): Promise<string> {
    const response = await this.post('/api/v2/jobs', { workflow: graph });
    if (response.status !== 201) throw new Error(`Submission failed with ${response.status}: ${await response.text()}`);
    return ((await response.json()) as Job).id;
  }

  async job(id: string): Promise<Job> {
    return (await (await this.fetch(`/api/v2/jobs/${id}`)).json()) as Job;
  }

  ended(id: string): Promise<Job> {
    return vi.waitFor(
      async () => {
        const job = await this.job(id);
        if (!isTerminal(job.status)) throw new Error(`The job is still ${job.status}`);
        return job;
      },
      { timeout: 50_000, interval: 10 },
    );
  }

  /** Returns the ids of the prompts that ran, one list per server. */
  executions(): string[][] {
    return this.doubles.map(({ executions }) => executions);
  }

  async close(): Promise<void> {
    await this.#app.close();
    for (const double of this.doubles) if (double.isOpen) await double.stop();
    await rm(this.#dir, { recursive: true, force: true });
  }

  async #startGateway(bare: AppDeps, named: EngineConfig[]): Promise<void> {
    const workDir = join(this.#dir, 'blobs', 'work');
    const parts = { blobs: { workDir }, stateDir: this.#dir, log: silentLogger, clock: this.#clock };
    this.#pool = comfyuiPool(named, parts, null);
    await this.#pool.look();
    await this.#pool.definitions();
    this.#deps = { ...bare, engine: this.#pool };
    this.#app = createApp(this.#deps);
    await this.#app.start();
  }
}
