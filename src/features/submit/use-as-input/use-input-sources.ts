import { useQueries, useQuery } from '@tanstack/react-query';
import type { MediaKind } from '@contract/workflow/node-definitions';
import { draftsQuery } from '@/api/storage/drafts';
import type { Surface } from '@/api/surface';
import { SAMPLES } from '../samples';
import { draftSource, jobSource, sampleSource, sourceQuery, type InputSource, type ReadSource } from './input-sources';

/** Each is read and looked through. */
const MAX_DRAFTS = 12;

export interface OfferedSource {
  source: InputSource;
  /** Null while it is read, and where it cannot be. */
  read: ReadSource | null;
  isPending: boolean;
}

/** Where the file could go: the workflow that made it, then drafts and samples that have an input for it. */
export function useInputSources(surface: Surface, jobId: string | null, media: MediaKind) {
  const drafts = useQuery(draftsQuery(surface));
  const sources = [
    ...(jobId === null ? [] : [jobSource(surface, jobId)]),
    ...(drafts.data?.drafts.slice(0, MAX_DRAFTS) ?? []).map(draftSource),
    ...SAMPLES.map((sample) => sampleSource(surface, sample)),
  ];
  const results = useQueries({ queries: sources.map((source) => sourceQuery(surface, source, media)) });
  const offers = sources.map((source, index): OfferedSource => {
    const result = results[index];
    return { source, read: result?.data ?? null, isPending: result?.isPending ?? true };
  });
  return {
    // That the workflow of the job takes no such file is worth a word; of all others it is not.
    offers: offers.filter(
      ({ source, read, isPending }) => source.kind === 'job' || isPending || (read?.slots.length ?? 0) > 0,
    ),
    isPending: drafts.isPending,
  };
}
