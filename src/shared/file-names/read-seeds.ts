import type { QueryClient } from '@tanstack/react-query';
import { LosslessNumber } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import type { Surface } from '@/api/surface';
import { seedKey } from './file-names';

const SEED_INPUTS = ['seed', 'noise_seed'];

/** Reads the first seed of each job from its workflow; omits jobs without one. */
export async function readSeeds(
  client: QueryClient,
  jobs: readonly { surface: Surface; id: string }[],
): Promise<Map<string, string>> {
  const seeds = new Map<string, string>();
  for (const { surface, id } of jobs) {
    const seed = await readSeed(client, surface, id).catch(() => null);
    if (seed !== null) seeds.set(seedKey(surface.id, id), seed);
  }
  return seeds;
}

async function readSeed(client: QueryClient, surface: Surface, id: string): Promise<string | null> {
  const { job } = await client.fetchQuery(jobQuery(surface, id));
  const { text } = await client.fetchQuery(jobWorkflowQuery(surface, job));
  const result = readWorkflow(text);
  if (!result.ok) return null;
  for (const { inputs } of result.graph.values()) {
    for (const name of SEED_INPUTS) {
      const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
      if (value instanceof LosslessNumber) return value.raw;
      if (typeof value === 'number' || typeof value === 'string') return String(value);
    }
  }
  return null;
}
