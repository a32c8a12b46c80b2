import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PromptField, UsedPrompt } from '@contract/console/prompt-history';
import { hasWords } from '@contract/console/prompt-tally';
import { promptKey } from '@contract/console/search-fields';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { knownPromptsQuery, promptsQuery } from './prompt-queries';
import { calledPromptsQuery, type CalledPrompt } from '@/domains/model-calls/called-prompts';
import type { RunRecord } from '@/domains/model-calls/run-record';

/** A prompt of jobs, or of model calls: the same text may be one of each. */
export interface ListedPrompt {
  text: string;
  runs: number;
  /** Time of the newest one. */
  ranAt: number;
  /** An image that jobs made with it. */
  image?: Output | undefined;
  /** The newest model call with it. */
  call?: RunRecord;
}

/**
 * The prompts that contain the words: those of the server, or of the jobs that this browser knows if the server does not list any, and
 * those of the model calls of this browser.
 */
export function usePromptHistory(surface: Surface, field: PromptField, text: string) {
  const listed = useInfiniteQuery({ ...promptsQuery(surface, field, text), placeholderData: keepPreviousData });
  const [first] = listed.data?.pages ?? [];
  const isUnlisted = first === null;
  const known = useQuery({ ...knownPromptsQuery(surface, field), enabled: isUnlisted });
  const called = useQuery(calledPromptsQuery(surface, field));
  const ofJobs = isUnlisted
    ? known.data?.prompts.filter((prompt) => hasWords(promptKey(prompt.text), text))
    : listed.data && different(listed.data.pages.flatMap((page) => page?.prompts ?? []));
  // Calls that cannot be read must not hide the prompts of jobs.
  const ofCalls = called.isError ? [] : called.data?.filter((prompt) => hasWords(promptKey(prompt.text), text));
  return {
    listed,
    /** `undefined` until they are read. */
    prompts: ofJobs && ofCalls && inOrder(ofJobs, ofCalls, listed.hasNextPage),
    /** Where they come from, if the server does not list prompts. */
    known: isUnlisted ? known.data : undefined,
    /** Number of jobs whose prompts the gateway has not read yet. */
    pending: first?.inputs_pending ?? 0,
  };
}

/** Newest first. Calls that are older than the last loaded job follow with the next page. */
function inOrder(jobs: readonly UsedPrompt[], calls: readonly CalledPrompt[], hasMoreJobs: boolean): ListedPrompt[] {
  const ofJobs = jobs.map(({ text, runs, ran_at: ranAt, outputs }): ListedPrompt => {
    return { text, runs, ranAt: Date.parse(ranAt), image: outputs[0] };
  });
  const last = hasMoreJobs ? (ofJobs.at(-1)?.ranAt ?? 0) : 0;
  const ofCalls = calls.flatMap(({ text, runs, newest }): ListedPrompt[] =>
    newest.createdAt >= last ? [{ text, runs, ranAt: newest.createdAt, call: newest }] : [],
  );
  return [...ofJobs, ...ofCalls].sort((left, right) => right.ranAt - left.ranAt);
}

/** A prompt that ran again while pages were read is on two of them. */
function different(prompts: readonly UsedPrompt[]): UsedPrompt[] {
  const first = new Map<string, UsedPrompt>();
  for (const prompt of prompts) {
    const key = promptKey(prompt.text);
    if (!first.has(key)) first.set(key, prompt);
  }
  return [...first.values()];
}
