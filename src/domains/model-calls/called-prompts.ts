import { queryOptions } from '@tanstack/react-query';
import { parseJson } from '@contract/json/lossless';
import { isObject } from '@contract/json/json-values';
import type { PromptField } from '@contract/console/prompt-history';
import { promptTexts } from '@contract/console/search-fields';
import { operationKey, type Surface } from '@/api/surface';
import { pauseForPage } from '@/lib/pause-for-page';
import { PromptCounts } from '../generation-inputs/prompt-counts';
import { readRequestInputs } from '@contract/workflow/generation-inputs/request-inputs';
import type { RunRecord } from './run-record';
import { readRunBody, resumeRuns } from './runs';
import { runsOf, useRunsView } from './runs-store';

/** A prompt of model calls, in the spelling of the newest one. */
export interface CalledPrompt {
  text: string;
  /** Number of calls with this prompt, whatever their spaces and capital letters. */
  runs: number;
  newest: RunRecord;
}

/** Larger bodies hold files, and are not read for their prompt. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The prompts of the model calls on a surface that this browser knows, newest first. */
export function calledPromptsQuery(surface: Surface, field: PromptField) {
  return queryOptions({
    queryKey: operationKey(surface, 'device.called-prompts', field),
    queryFn: () => readCalledPrompts(surface, field),
    staleTime: 0,
    retry: false,
  });
}

async function readCalledPrompts({ id }: Surface, field: PromptField): Promise<CalledPrompt[]> {
  await resumeRuns();
  const runs = runsOf(useRunsView.getState().records, id).filter(({ bodyBytes }) => bodyBytes <= MAX_BODY_BYTES);
  const pause = pauseForPage();
  const counts = new PromptCounts<RunRecord>();
  for (const run of runs) {
    counts.add(promptsIn(await readRunBody(run.id), field), run);
    await pause();
  }
  return counts
    .list()
    .flatMap(({ text, runs: count, newest: [newest] }) => (newest ? [{ text, runs: count, newest }] : []));
}

function promptsIn(bodyText: string | null, field: PromptField): string[] {
  if (bodyText === null) return [];
  try {
    const body = parseJson(bodyText);
    if (!isObject(body)) return [];
    const inputs = readRequestInputs(body, () => undefined);
    return promptTexts(inputs, field);
  } catch {
    return [];
  }
}
