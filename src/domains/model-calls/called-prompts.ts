import { queryOptions } from '@tanstack/react-query';
import { parseJson } from '@contract/json/lossless';
import { isObject } from '@contract/json/json-values';
import { PromptTally } from '@contract/console/prompt-tally';
import type { PromptField } from '@contract/console/prompt-history';
import { promptKey, promptTexts } from '@contract/console/search-fields';
import { operationKey, type Surface } from '@/api/surface';
import { pauseForPage } from '@/lib/pause-for-page';
import { readRequestInputs } from '../generation-inputs/request-inputs';
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
  const tally = new PromptTally<RunRecord>();
  /** As the newest call spells them. */
  const texts = new Map<string, string>();
  for (const run of runs) {
    const prompts = promptsIn(await readRunBody(run.id), field);
    await pause();
    for (const text of prompts) texts.set(promptKey(text), texts.get(promptKey(text)) ?? text);
    tally.add(prompts.map(promptKey), run);
  }
  return tally
    .find('')
    .flatMap(({ key, runs: count, newest: [newest] }) =>
      newest ? [{ text: texts.get(key) ?? key, runs: count, newest }] : [],
    );
}

function promptsIn(bodyText: string | null, field: PromptField): string[] {
  if (bodyText === null) return [];
  try {
    const body = parseJson(bodyText);
    return isObject(body)
      ? promptTexts(
          readRequestInputs(body, () => undefined),
          field,
        )
      : [];
  } catch {
    return [];
  }
}
