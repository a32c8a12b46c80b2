import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod/mini';
import { Asset, Job, JobPage } from '@contract/jobs/schemas';

const WorkflowBody = z.looseObject({ workflow: z.unknown() });

/** Reads the API directly, without browser and proxy, to verify what the UI shows. */
export class GatewayApi {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async job(id: string): Promise<Job> {
    return Job.parse(await this.#json(`/api/v2/jobs/${id}`));
  }

  /** Returns all jobs, newest first. */
  async jobs(): Promise<Job[]> {
    const { jobs } = JobPage.parse(await this.#json('/api/v2/jobs?limit=100'));
    return z.array(Job).parse(jobs);
  }

  /** Returns the graph that was submitted. */
  async workflow(id: string): Promise<unknown> {
    return WorkflowBody.parse(await this.#json(`/api/v2/jobs/${id}/workflow`)).workflow;
  }

  async asset(id: string): Promise<Asset> {
    return Asset.parse(await this.#json(`/api/v2/assets/${id}`));
  }

  async submit(graph: object, title?: string): Promise<Job> {
    const labels = title ? { metadata: { flowdeck_title: title } } : {};
    return Job.parse(
      await this.#json('/api/v2/jobs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ workflow: graph, ...labels }),
      }),
    );
  }

  async cancel(job: Job): Promise<Job> {
    return Job.parse(await this.#json(job.urls.cancel, { method: 'POST' }));
  }

  async upload(file: string): Promise<Asset> {
    const form = new FormData();
    form.append('content_type', 'image/png');
    form.append('file_path', path.basename(file));
    form.append('file', new Blob([await readFile(file)], { type: 'image/png' }), path.basename(file));
    return Asset.parse(await this.#json('/api/v2/assets', { method: 'POST', body: form }));
  }

  async deleteAsset(id: string): Promise<void> {
    await this.#fetch(`/api/v2/assets/${id}`, { method: 'DELETE' });
  }

  async bytes(url: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#fetch(url)).arrayBuffer());
  }

  async #json(target: string, init?: RequestInit): Promise<unknown> {
    return (await this.#fetch(target, init)).json();
  }

  async #fetch(target: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(new URL(target, this.#address), init);
    if (!response.ok)
      throw new Error(`${init?.method ?? 'GET'} ${target}: ${response.status} ${await response.text()}`);
    return response;
  }
}
