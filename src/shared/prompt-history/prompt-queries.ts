import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PromptField, PromptHistoryPage, UsedPrompt } from '@contract/console/prompt-history';
import { promptTexts } from '@contract/console/search-fields';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { readWorkflow } from '@contract/workflow/graph';
import { isApiError } from '@/api/api-error';
import { callConsole, consolePath } from '@/api/call-console';
import { jobApiUrl } from '@/api/fetch-from-surface';
import { withAbsoluteLinks } from '@/api/links';
import { operationKey, type Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { pauseForPage } from '@/lib/pause-for-page';
import { PromptCounts } from '@/domains/generation-inputs/prompt-counts';
import { historyJobs, historyWorkflow } from '@/domains/history/history';
import type { HistoryJob } from '@/domains/job-record/history-job';
import { isImage } from '@/domains/jobs/thumbnail-url';

const PAGE_SIZE = 50;
/** Reading the workflows of all jobs that a browser knows could take a minute. */
const MAX_KNOWN_JOBS = 500;

/** Every prompt that ran on the surface and contains the words, newest first. A page is `null` if the surface does not list them. */
export function promptsQuery(surface: Surface, field: PromptField, text: string) {
  return infiniteQueryOptions({
    queryKey: operationKey(surface, 'console.prompts', field, text),
    queryFn: ({ pageParam, signal }) => readPage(surface, { field, text, cursor: pageParam }, signal),
    // No cursor: the first page.
    initialPageParam: '',
    getNextPageParam: (last: PromptHistoryPage | null) => last?.next_cursor,
    retry: false,
    staleTime: 0,
  });
}

async function readPage(
  surface: Surface,
  { field, text, cursor }: { field: PromptField; text: string; cursor: string },
  signal: AbortSignal,
): Promise<PromptHistoryPage | null> {
  if (surface.kind !== 'gateway') return null;
  const query = new URLSearchParams({ q: text, field, limit: String(PAGE_SIZE) });
  if (cursor !== '') query.set('cursor', cursor);
  try {
    const page = await callConsole(surface, 'listPrompts', { query, signal });
    // Older gateways list the prompts of one field only, whatever is asked.
    if ((page.field ?? 'prompt') !== field) return null;
    const url = jobApiUrl(surface) + consolePath('listPrompts', {}, query);
    return { ...page, prompts: withAbsoluteLinks(page.prompts, surface, url) };
  } catch (error) {
    if (isApiError(error) && isUnsupported(error.status)) return null;
    throw error;
  }
}

export interface KnownPrompts {
  prompts: readonly UsedPrompt[];
  /** Number of jobs whose workflows were read. */
  jobs: number;
  /** Whether this browser knows older ones. */
  hasOlder: boolean;
}

/** The prompts of the newest jobs whose workflows are in this browser, for surfaces that do not list prompts. */
export function knownPromptsQuery(surface: Surface, field: PromptField) {
  return queryOptions({
    queryKey: operationKey(surface, 'device.history', 'prompts', field),
    queryFn: () => readKnownPrompts(surface, field),
    staleTime: 0,
    retry: false,
  });
}

async function readKnownPrompts({ id }: Surface, field: PromptField): Promise<KnownPrompts> {
  const all = (await historyJobs()).filter(({ surfaceId }) => surfaceId === id);
  const jobs = all.slice(0, MAX_KNOWN_JOBS);
  let read = 0;
  const pause = pauseForPage();
  const counts = new PromptCounts<HistoryJob>();
  for (const job of jobs) {
    const workflow = await historyWorkflow(id, job.jobId);
    await pause();
    if (workflow === null) continue;
    read += 1;
    counts.add(promptsIn(workflow, field), job);
  }
  const prompts = counts.list().map(({ text, runs, newest }): UsedPrompt => {
    const images = newest.flatMap(({ job }) => job?.outputs?.filter(isImage) ?? []);
    const ranAt = new Date(newest[0]?.createdAt ?? 0).toISOString();
    return { text, runs, ran_at: ranAt, outputs: images.slice(0, 1) };
  });
  return { prompts, jobs: read, hasOlder: all.length > jobs.length };
}

function promptsIn(workflowText: string, field: PromptField): string[] {
  const workflow = readWorkflow(workflowText);
  return workflow.ok ? promptTexts(readGenerationInputs(workflow.graph, null), field) : [];
}
