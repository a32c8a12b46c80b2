import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PromptField, UsedPrompt } from '@contract/console/prompt-history';
import { hasWords } from '@contract/console/prompt-tally';
import { promptKey } from '@contract/console/search-fields';
import type { Surface } from '@/api/surface';
import { knownPromptsQuery, promptsQuery } from '@/domains/jobs/prompt-history';

/** The prompts that contain the words: those of the server, or those that this browser knows if the server does not list any. */
export function usePromptHistory(surface: Surface, field: PromptField, text: string) {
  const listed = useInfiniteQuery({ ...promptsQuery(surface, field, text), placeholderData: keepPreviousData });
  const [first] = listed.data?.pages ?? [];
  const isUnlisted = first === null;
  const known = useQuery({ ...knownPromptsQuery(surface, field), enabled: isUnlisted });
  const prompts = isUnlisted
    ? known.data?.prompts.filter((prompt) => hasWords(promptKey(prompt.text), text))
    : listed.data && different(listed.data.pages.flatMap((page) => page?.prompts ?? []));
  return {
    listed,
    /** `undefined` until they are read. */
    prompts,
    /** Where they come from, if the server does not list prompts. */
    known: isUnlisted ? known.data : undefined,
    /** Number of jobs whose prompts the gateway has not read yet. */
    pending: first?.inputs_pending ?? 0,
  };
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
