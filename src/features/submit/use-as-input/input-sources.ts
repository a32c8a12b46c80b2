import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { MediaKind } from '@contract/workflow/node-definitions';
import { definitionsQuery } from '@/api/definitions';
import { jobQuery } from '@/api/jobs/job-query';
import { jobWorkflowQuery } from '@/api/jobs/job-workflow-query';
import { LABEL_TITLE } from '@/api/outbox/outbox-entry';
import type { Draft } from '@/api/storage/draft';
import { makeDraft } from '@/api/storage/make-draft';
import type { Surface } from '@/api/surface';
import { loadSampleWorkflow, type Sample } from '../samples';
import { inputSlots, type InputSlot } from './input-slots';

/** A workflow that a file can be put into. */
export interface InputSource {
  key: string;
  title: string;
  kind: 'job' | 'draft' | 'sample';
  /** When it was last touched; null for what has no age. */
  at: number | null;
  /** @throws where it cannot be had as a workflow that runs */
  load: (client: QueryClient) => Promise<Draft>;
}

export interface ReadSource {
  draft: Draft;
  slots: readonly InputSlot[];
}

/** The workflow of a source, and its inputs that take such a file. */
export function sourceQuery(surface: Surface, source: InputSource, media: MediaKind) {
  return queryOptions({
    queryKey: [surface.id, 'device.input-source', media, source.key],
    queryFn: async ({ client }): Promise<ReadSource> => {
      const [draft, definitions] = await Promise.all([
        source.load(client),
        client.fetchQuery(definitionsQuery(surface)),
      ]);
      return { draft, slots: inputSlots(draft.text, media, definitions) };
    },
    // Drafts change by the keystroke.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function jobSource(surface: Surface, jobId: string): InputSource {
  return {
    key: `job ${jobId}`,
    title: 'Source workflow',
    kind: 'job',
    at: null,
    load: async (client) => {
      const { job } = await client.fetchQuery({ ...jobQuery(surface, jobId), staleTime: Infinity });
      const { text } = await client.fetchQuery(jobWorkflowQuery(surface, job));
      const title = job.metadata?.[LABEL_TITLE]?.trim() || `Job ${jobId.slice(0, 8)}`;
      return makeDraft(surface.id, { text, title, origin: 'job' }, Date.now());
    },
  };
}

export function draftSource(draft: Draft): InputSource {
  return {
    key: `draft ${draft.id} ${draft.updatedAt}`,
    title: draft.title,
    kind: 'draft',
    at: draft.updatedAt,
    load: () => Promise.resolve(draft),
  };
}

export function sampleSource(surface: Surface, sample: Sample): InputSource {
  return {
    key: `sample ${sample.id}`,
    title: sample.title,
    kind: 'sample',
    at: null,
    load: async () =>
      makeDraft(
        surface.id,
        { text: await loadSampleWorkflow(sample), title: sample.title, origin: 'sample' },
        Date.now(),
      ),
  };
}
