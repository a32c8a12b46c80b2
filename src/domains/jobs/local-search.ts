import { matchesFields, NO_FIELDS, searchFieldsOf, type SearchFields } from '@contract/console/search-fields';
import { readSearchTerms, type SearchTerms } from '@contract/console/search-terms';
import type { ListedJob } from '@contract/jobs/schemas';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { workflowShape } from '@contract/workflow/workflow-shape';
import { LABEL_TITLE } from '../job-record/job-labels';
import type { JobFilter } from './job-filter';
import type { LoadedFilter } from './job-list';
import type { Surface } from '@/api/surface';
import { historyWorkflow } from '../history/history';
import { sortJobs, spanMs } from './sort-jobs';

interface KnownWorkflow {
  fields: SearchFields;
  shape: string;
}

/** By server and job, `null` where they are not known. A job's workflow never changes. */
const knownWorkflows = new Map<string, KnownWorkflow | null>();

const keyOf = (surface: Pick<Surface, 'id'>, jobId: string) => `${surface.id}/${jobId}`;

/** Reads the generation inputs and shapes of jobs from the workflows that this browser has, before a search that needs them. */
export async function readKnownWorkflows(
  surface: Pick<Surface, 'id'>,
  jobs: readonly Pick<ListedJob, 'id'>[],
  { text: words, promptOf, workflowOf }: Pick<JobFilter, 'text' | 'promptOf' | 'workflowOf'>,
): Promise<void> {
  const originals = [promptOf, workflowOf].filter((id) => id !== undefined);
  if (words === '' && originals.length === 0) return;
  for (const id of [...jobs.map((job) => job.id), ...originals]) {
    const key = keyOf(surface, id);
    if (knownWorkflows.has(key)) continue;
    const text = await historyWorkflow(surface.id, id);
    const workflow = text === null ? null : readWorkflow(text);
    knownWorkflows.set(key, workflow?.ok ? readKnown(workflow.graph) : null);
  }
}

function readKnown(graph: Graph): KnownWorkflow {
  return { fields: searchFieldsOf(readGenerationInputs(graph, null)), shape: workflowShape(graph) };
}

/**
 * Search for surfaces without search: filters the loaded jobs by their list fields, and by the inputs that this browser knows
 * (`readKnownWorkflows`). Callers display the number of searched jobs.
 */
export function searchLoaded(surface: Pick<Surface, 'id'>): LoadedFilter {
  return (fetchedJobs, filter) => {
    const terms = readSearchTerms(filter.text);
    const original = fetchedJobs.find(({ job }) => job.id === filter.workflowOf)?.job;
    const found = fetchedJobs.filter(
      ({ job }) =>
        isWithin(job, filter) &&
        isAlike(job, filter) &&
        hasPromptOf(surface, job, filter) &&
        hasWorkflowOf(surface, job, filter, original) &&
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
  const needle = knownWorkflows.get(keyOf(surface, promptOf))?.fields.prompt ?? '';
  const fields = knownWorkflows.get(keyOf(surface, job.id))?.fields;
  return needle !== '' && fields ? matchesFields(fields, [{ field: 'prompt', needle }]) : false;
}

/** Workflows that this browser does not know, or that have no shape, are told by title. @param original if it is loaded */
function hasWorkflowOf(
  surface: Pick<Surface, 'id'>,
  job: ListedJob,
  { workflowOf }: JobFilter,
  original: ListedJob | undefined,
): boolean {
  if (workflowOf === undefined || job.id === workflowOf) return true;
  const wanted = knownWorkflows.get(keyOf(surface, workflowOf))?.shape;
  const shape = knownWorkflows.get(keyOf(surface, job.id))?.shape;
  if (wanted && shape) return shape === wanted;
  const title = original?.metadata?.[LABEL_TITLE];
  return title !== undefined && job.metadata?.[LABEL_TITLE] === title;
}

function hasTerms(surface: Pick<Surface, 'id'>, job: ListedJob, { words, inputs }: SearchTerms): boolean {
  if (words.length + inputs.length === 0) return true;
  const fields = knownWorkflows.get(keyOf(surface, job.id))?.fields ?? NO_FIELDS;
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
