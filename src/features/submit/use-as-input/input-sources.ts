import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { MediaKind } from '@contract/workflow/node-definitions';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { Draft } from '@/domains/drafts/draft';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { Surface } from '@/api/surface';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import { t } from '@/lib/i18n/messages';
import { draftOfTemplate } from '../templates/open-template';
import { loadSampleWorkflow, type Sample } from '../samples';
import { inputSlots, type InputSlot } from './input-slots';

/** A workflow that a file can be inserted into. */
export interface InputSource {
  /** With the version of its content. */
  key: string;
  /** The same for all versions. */
  id: string;
  title: string;
  kind: 'job' | 'template' | 'draft' | 'sample';
  /** Time of the last change; `null` if it has none. */
  at: number | null;
  /** @throws if it cannot be loaded as a runnable workflow */
  load: (client: QueryClient) => Promise<Draft>;
}

export interface ReadSource {
  draft: Draft;
  slots: readonly InputSlot[];
}

/** The workflow of a source, and its inputs that accept such a file. */
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
    // Drafts change with every keystroke.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function jobSource(surface: Surface, jobId: string): InputSource {
  return {
    key: `job ${jobId}`,
    id: `job ${jobId}`,
    title: t('Source workflow'),
    kind: 'job',
    at: null,
    load: async (client) => {
      const { job } = await client.fetchQuery({ ...jobQuery(surface, jobId), staleTime: Infinity });
      const { text } = await client.fetchQuery(jobWorkflowQuery(surface, job));
      const title = job.metadata?.[LABEL_TITLE]?.trim() || t('Job {id}', { id: jobId.slice(0, 8) });
      return makeDraft(surface.id, { text, title, origin: 'job' }, Date.now());
    },
  };
}

export function templateSource(surface: Surface, saved: SavedTemplate): InputSource {
  return {
    key: `template ${saved.id} ${saved.updatedAt}`,
    id: `template ${saved.id}`,
    title: saved.template.title,
    kind: 'template',
    at: saved.updatedAt,
    load: () => Promise.resolve(draftOfTemplate(surface, saved)),
  };
}

export function draftSource(draft: Draft): InputSource {
  return {
    key: `draft ${draft.id} ${draft.updatedAt}`,
    id: `draft ${draft.id}`,
    title: draft.title,
    kind: 'draft',
    at: draft.updatedAt,
    load: () => Promise.resolve(draft),
  };
}

export function sampleSource(surface: Surface, sample: Sample): InputSource {
  return {
    key: `sample ${sample.id}`,
    id: `sample ${sample.id}`,
    title: t(sample.title),
    kind: 'sample',
    at: null,
    load: async () =>
      makeDraft(
        surface.id,
        { text: await loadSampleWorkflow(sample), title: t(sample.title), origin: 'sample' },
        Date.now(),
      ),
  };
}
