import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import type { HeldFile } from '../input-request';

const NO_SEEDS: ReadonlyMap<string, string> = new Map();

/** Reads the first seed of each job if the pattern asks for it: each costs the workflow of that job. */
export function useSeeds(surface: Surface, files: readonly HeldFile[], pattern: string) {
  const client = useQueryClient();
  const jobIds = [...new Set(files.flatMap(({ job_id }) => job_id ?? []))];
  const { data, isFetching } = useQuery({
    queryKey: [surface.id, 'zip.seeds', jobIds.join(',')],
    queryFn: async () => (await import('./read-seeds')).readSeeds(client, surface, jobIds),
    enabled: pattern.includes('{seed}'),
    staleTime: Infinity,
  });
  return { seeds: data ?? NO_SEEDS, isReading: isFetching };
}
