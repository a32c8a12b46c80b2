import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { seedKey, type Seeds } from './file-names';
import type { FileAt } from '../dialog-requests/file-at';
import { LosslessNumber } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import type { Surface } from '@/api/surface';

const NO_SEEDS: Seeds = new Map();

/** Reads the first seed of each job if the pattern contains it: this fetches each workflow. */
export function useSeeds(files: readonly FileAt[], pattern: string) {
  const client = useQueryClient();
  const jobs = new Map(
    files.flatMap(({ surface, file: { job_id: id } }) => (id ? [[seedKey(surface.id, id), { surface, id }]] : [])),
  );
  const [first] = files;
  const { data, isFetching } = useQuery({
    queryKey: [first?.surface.id, 'zip.seeds', [...jobs.keys()].join(',')],
    queryFn: () => readSeeds(client, [...jobs.values()]),
    enabled: pattern.includes('{seed}'),
    staleTime: Infinity,
  });
  return { seeds: data ?? NO_SEEDS, isReading: isFetching };
}

const SEED_INPUTS = ['seed', 'noise_seed'];

/** Reads the first seed of each job from its workflow; omits jobs without one. */
async function readSeeds(
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
