import { useQuery, useQueryClient } from '@tanstack/react-query';
import { seedKey, type Seeds } from './file-names';
import { readSeeds } from './read-seeds';
import type { FileAt } from '../dialog-requests/file-at';

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
