import { useQueries, useQuery } from '@tanstack/react-query';
import type { MediaKind } from '@contract/workflow/node-definitions';
import { draftsQuery } from '@/domains/drafts/drafts';
import { createStoredIdSet } from '@/domains/annotations/stored-id-set';
import { templatesQuery } from '@/domains/templates/saved-templates';
import type { Surface } from '@/api/surface';
import type { InputSlot } from './input-slots';
import { useSamples } from '../use-samples';
import {
  draftSource,
  jobSource,
  sampleSource,
  sourceQuery,
  templateSource,
  type InputSource,
  type ReadSource,
} from './input-sources';

/** Limit, since each draft is loaded and searched. */
const MAX_DRAFTS = 12;
const MAX_TEMPLATES = 24;
const MAX_USED = 4;

/** Workflows that files were used in, each with its input, by surface, last used first. */
const { useIds: useUsed, setKept: setUsed } = createStoredIdSet('inputs.used', MAX_USED);

/** Offers this input of the workflow first from now on. */
export function noteUsedInput(surfaceId: string, sourceId: string, slot: InputSlot): void {
  setUsed(surfaceId, [usedId(sourceId, slot)], true);
}

function usedId(sourceId: string, { key }: InputSlot): string {
  return `${sourceId}\n${key}`;
}

export interface OfferedSource {
  source: InputSource;
  /** `null` while loading, and if it cannot be read. */
  read: ReadSource | null;
  isPending: boolean;
  /** The input that was used last, if the workflow is one of those; the row then opens it at once. */
  used: InputSlot | null;
}

/**
 * Returns the possible destinations: those used last, the workflow that created the file, then templates, drafts and samples with an
 * input for it.
 */
export function useInputSources(surface: Surface, jobId: string | null, media: MediaKind) {
  const drafts = useQuery(draftsQuery(surface));
  const templates = useQuery(templatesQuery());
  const samples = useSamples(surface);
  const used = [...useUsed(surface.id)];
  const sources = [
    ...(jobId === null ? [] : [jobSource(surface, jobId)]),
    ...(templates.data?.slice(0, MAX_TEMPLATES) ?? []).map((saved) => templateSource(surface, saved)),
    ...(drafts.data?.drafts.slice(0, MAX_DRAFTS) ?? []).map(draftSource),
    ...samples.map((sample) => sampleSource(surface, sample)),
  ];
  const place = (source: InputSource, slot: InputSlot) => used.indexOf(usedId(source.id, slot));
  const results = useQueries({ queries: sources.map((source) => sourceQuery(surface, source, media)) });
  const offers = sources.map((source, index): OfferedSource => {
    const result = results[index];
    const read = result?.data ?? null;
    const slots = read?.slots.filter((slot) => used.includes(usedId(source.id, slot))) ?? [];
    const [first = null] = slots.toSorted((left, right) => place(source, left) - place(source, right));
    return { source, read, isPending: result?.isPending ?? true, used: first };
  });
  return {
    /** Last used first. */
    used: offers
      .flatMap((offer) => (offer.used ? [{ ...offer, at: place(offer.source, offer.used) }] : []))
      .toSorted((left, right) => left.at - right.at),
    // Only for the workflow of the job is a missing input worth a message.
    offers: offers.filter(
      ({ source, read, isPending }) => source.kind === 'job' || isPending || (read?.slots.length ?? 0) > 0,
    ),
    isPending: drafts.isPending || templates.isPending,
  };
}
