import { matchesFields, NO_FIELDS, searchFieldsOf, type SearchFields } from '@contract/console/search-fields';
import { readSearchTerms, type SearchTerms } from '@contract/console/search-terms';
import type { ListedJob } from '@contract/jobs/schemas';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { readWorkflow } from '@contract/workflow/graph';
import { LABEL_TITLE } from '../job-record/job-labels';
import type { JobFilter } from './job-filter';
import type { LoadedFilter } from './job-list';
import type { Surface } from '@/api/surface';
import { historyWorkflow } from '../history/history';
import { sortJobs, spanMs } from './sort-jobs';

/** Inputs of jobs by server and job, `null` where they are not known. A job's workflow never changes. */
const knownInputs = new Map<string, SearchFields | null>();

const keyOf = (surface: Pick<Surface, 'id'>, jobId: string) => `${surface.id}/${jobId}`;

/** Reads the generation inputs of jobs from the workflows that this browser has, before a search that needs them. */
export async function readKnownInputs(
  surface: Pick<Surface, 'id'>,
  jobs: readonly Pick<ListedJob, 'id'>[],
  { text: words, promptOf }: Pick<JobFilter, 'text' | 'promptOf'>,
): Promise<void> {
  if (words === '' && promptOf === undefined) return;
  for (const id of [...jobs.map((job) => job.id), ...(promptOf === undefined ? [] : [promptOf])]) {
    const key = keyOf(surface, id);
    if (knownInputs.has(key)) continue;
    const text = await historyWorkflow(surface.id, id);
    const workflow = text === null ? null : readWorkflow(text);
    knownInputs.set(key, workflow?.ok ? searchFieldsOf(readGenerationInputs(workflow.graph, null)) : null);
  }
}

/**
 * Search for surfaces without search: filters the loaded jobs by their list fields, and by the inputs that this browser knows
 * (`readKnownInputs`). Callers display the number of searched jobs.
 */
export function searchLoaded(surface: Pick<Surface, 'id'>): LoadedFilter {
  return (fetchedJobs, filter) => {
    const terms = readSearchTerms(filter.text);
    const found = fetchedJobs.filter(
      ({ job }) =>
        isWithin(job, filter) &&
        isAlike(job, filter) &&
        hasPromptOf(surface, job, filter) &&
        hasTerms(surface, job, terms),
    );
    return sortJobs(found, filter.sort);
  };
}

function isWithin({ created_at }: ListedJob, { from, before }: JobFilter): boolean {
  const createdAt = Date.parse(created_at);
  return (from === null || createdAt >= from) && (before === null || createdAt < before);
}

function isAlike({ metadata, started_at, completed_at }: ListedJob, { title, ranMs }: JobFilter): boolean {
  if (title !== undefined && metadata?.[LABEL_TITLE] !== title) return false;
  return ranMs === undefined || spanMs(started_at, completed_at ?? new Date().toISOString()) > ranMs;
}

function hasPromptOf(surface: Pick<Surface, 'id'>, job: ListedJob, { promptOf }: JobFilter): boolean {
  if (promptOf === undefined) return true;
  const needle = knownInputs.get(keyOf(surface, promptOf))?.prompt ?? '';
  const fields = knownInputs.get(keyOf(surface, job.id));
  return needle !== '' && fields ? matchesFields(fields, [{ field: 'prompt', needle }]) : false;
}

function hasTerms(surface: Pick<Surface, 'id'>, job: ListedJob, { words, inputs }: SearchTerms): boolean {
  if (words.length + inputs.length === 0) return true;
  const fields = knownInputs.get(keyOf(surface, job.id)) ?? NO_FIELDS;
  return matchesFields(fields, inputs) && hasWords(job, words, Object.values(fields));
}

function hasWords(job: ListedJob, words: readonly string[], inputTexts: readonly string[]): boolean {
  const { error, outputs = [], metadata, progress } = job;
  const text = [
    ...Object.values(metadata ?? {}),
    ...outputs.map(({ name }) => name),
    error?.message,
    error?.code,
    error?.class_type,
    progress?.current_node_class,
    ...inputTexts,
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word) || job.id.startsWith(word));
}
