import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { spawnGateway, type GatewayProcess } from '../../../../../scripts/processes/gateway-process.mjs';
import type { PooledEngineStatus } from '../../../engine';

/** Built gateway in a separate process with a separate data folder. */
export class BuiltGateway {
  readonly #process: GatewayProcess;
  readonly #dir: string;

  private constructor(process: GatewayProcess, dir: string) {
    this.#process = process;
    this.#dir = dir;
  }

  static async open(flags: readonly string[]): Promise<BuiltGateway> {
    const dir = await mkdtemp(join(tmpdir(), 'flowdeck-live-'));
    return new BuiltGateway(await spawnGateway(['--port', '0', '--data-dir', dir, ...flags]), dir);
  }

  async submit(workflow: object): Promise<string> {
    return ((await this.#json('/api/v2/jobs', { workflow })) as Job).id;
  }

  async job(id: string): Promise<Job> {
    return (await this.#json(`/api/v2/jobs/${id}`)) as Job;
  }

  /** Returns the newest 100 jobs. */
  async jobs(): Promise<Job[]> {
    return ((await this.#json('/api/v2/jobs?limit=100')) as { jobs: Job[] }).jobs;
  }

  async ended(ids: readonly string[]): Promise<Job[]> {
    const jobs: Job[] = [];
    for (const id of ids) {
      const untilFinished = async () => {
        const job = await this.job(id);
        if (!isTerminal(job.status)) throw new Error(`The job is still ${job.status}`);
        return job;
      };
      jobs.push(await vi.waitFor(untilFinished, { timeout: 300_000, interval: 50 }));
    }
    return jobs;
  }

  async engines(): Promise<PooledEngineStatus[]> {
    return ((await this.#json('/console/status')) as { engines: PooledEngineStatus[] }).engines;
  }

  async drain(name: string, draining: boolean): Promise<PooledEngineStatus[]> {
    const body = await this.#json('/console/engines/drain', { name, draining });
    return (body as { engines: PooledEngineStatus[] }).engines;
  }

  async close(): Promise<void> {
    await this.#process.end('SIGTERM');
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** Sends a request: `POST` if there is a body, else `GET`. */
  async #json(path: string, body?: object): Promise<unknown> {
    const { address, printed } = this.#process;
    if (address === null) throw new Error(`The gateway did not start: ${printed().stderr}`);
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(new URL(path, address), init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
