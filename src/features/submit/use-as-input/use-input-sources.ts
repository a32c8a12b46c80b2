import { useQueries, useQuery } from '@tanstack/react-query';
import type { MediaKind } from '@contract/workflow/node-definitions';
import { draftsQuery } from '@/domains/drafts/drafts';
import type { Surface } from '@/api/surface';
import { SAMPLES } from '../samples';
import { draftSource, jobSource, sampleSource, sourceQuery, type InputSource, type ReadSource } from './input-sources';

/** Limit, since each draft is loaded and searched. */
const MAX_DRAFTS = 12;

export interface OfferedSource {
  source: InputSource;
  /** `null` while loading, and if it cannot be read. */
  read: ReadSource | null;
  isPending: boolean;
}

/**
 * Returns the possible destinations: the workflow that created the file, then drafts and samples with an input for it.
 */
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
    // Only for the workflow of the job is a missing input worth a message.
    offers: offers.filter(
      ({ source, read, isPending }) => source.kind === 'job' || isPending || (read?.slots.length ?? 0) > 0,
    ),
    isPending: drafts.isPending,
  };
}
