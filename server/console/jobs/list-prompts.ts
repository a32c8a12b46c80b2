import { assetKindOf } from '@contract/console/asset-kinds';
import {
  PROMPT_FIELDS,
  type PromptField,
  type PromptHistoryPage,
  type UsedPrompt,
} from '@contract/console/prompt-history';
import type { PromptUse } from '@contract/console/prompt-tally';
import { promptKey, promptTexts } from '@contract/console/search-fields';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { isoTime } from '../../clock';
import type { AppDeps } from '../../deps';
import type { OperationHandler } from '../../http/operation';
import { NO_STORE } from '../../jobs/job-access';
import { outputView } from '../../jobs/job-view';
import { readCursor, readLimit, rejectWith, single, writeCursor } from '../../jobs/list-query';
import { isGone } from '../../jobs/run/retention';
import { nextTurn } from '../../jobs/run/pauses';
import type { JobPrompts } from '../../storage/search/job-search';
import type { OutputRecord } from '../../storage/store';
import { KeptPrompts } from './kept-prompts';

type PromptDeps = Pick<AppDeps, 'store' | 'clock' | 'sign' | 'engine'>;

const MAX_TEXT = 200;

/**
 * `GET /console/prompts`: every prompt that ran, each once, newest first. `q`: words that it contains; `field`: `prompt` (the default)
 * or `negative`. A page may be longer than `limit`, since it never ends between the prompts of one job.
 */
export function listPrompts(deps: PromptDeps): OperationHandler {
  const kept = new KeptPrompts(deps);
  return async ({ query, caller: { owner }, origin }) => {
    const limit = readLimit(single(query, 'limit'));
    const cursor = single(query, 'cursor');
    const before = cursor === null ? Infinity : readCursor(cursor);
    const text = single(query, 'q') ?? '';
    if (text.length > MAX_TEXT) rejectWith(`q has at most ${MAX_TEXT} characters`);
    const field = readField(single(query, 'field'));
    const left = (await kept.of(owner, field)).find(text).filter((use) => seqOf(use) < before);
    const last = left[limit - 1];
    const page = last ? left.filter((use) => seqOf(use) >= seqOf(last)) : left;
    const pending = deps.store.jobs.countWithoutSearchFields();
    const response: PromptHistoryPage = {
      field,
      prompts: await usedPrompts(page, field, origin, deps),
      ...(last && page.length < left.length ? { next_cursor: writeCursor(seqOf(last)) } : {}),
      ...(pending > 0 ? { inputs_pending: pending } : {}),
    };
    return Response.json(response, { headers: NO_STORE });
  };
}

function readField(text: string | null): PromptField {
  const field = text === null ? 'prompt' : PROMPT_FIELDS.find((known) => known === text);
  return field ?? rejectWith(`field must be one of ${PROMPT_FIELDS.join(', ')}`);
}

function seqOf({ newest }: PromptUse<JobPrompts>): number {
  return newest[0]?.seq ?? 0;
}

/** Adds what the index does not have: the spelling, the time and the result. Omits prompts whose jobs were removed meanwhile. */
async function usedPrompts(
  uses: readonly PromptUse<JobPrompts>[],
  field: PromptField,
  origin: string,
  deps: PromptDeps,
): Promise<UsedPrompt[]> {
  const { store, clock, engine } = deps;
  const definitions = await engine.definitions();
  const now = clock.now();
  const ids = new Set(uses.flatMap(({ newest }) => newest.map(({ id }) => id)));
  const outputs = store.jobs.outputs([...ids]);
  const texts = new Map<string, readonly string[]>();
  const prompts: UsedPrompt[] = [];
  for (const { key, runs, newest } of uses) {
    const jobs = newest.flatMap(({ id }) => {
      const job = store.jobs.get(id);
      return job && !isGone(job, now) ? [job] : [];
    });
    const [job] = jobs;
    if (!job) continue;
    if (!texts.has(job.id)) {
      await nextTurn();
      texts.set(job.id, promptsOf(store.jobs.workflowText(job.id), field, definitions));
    }
    const text = spellingOf(key, texts.get(job.id) ?? []);
    const image = jobs.flatMap(({ id }) => outputs.get(id)?.filter(isPicture) ?? [])[0];
    const shown = image ? [outputView(image, origin, deps)] : [];
    prompts.push({ text, runs, ran_at: isoTime(job.createdAt), outputs: shown });
  }
  return prompts;
}

/** The prompts of a workflow in their own spelling. */
function promptsOf(workflowText: string | null, field: PromptField, definitions: NodeDefinitions | null): string[] {
  const workflow = workflowText === null ? null : readWorkflow(workflowText);
  return workflow?.ok ? promptTexts(readGenerationInputs(workflow.graph, definitions), field) : [];
}

/** The index may have cut the prompt off. */
function spellingOf(key: string, texts: readonly string[]): string {
  return texts.find((text) => promptKey(text) === key) ?? texts.find((text) => promptKey(text).startsWith(key)) ?? key;
}

function isPicture({ asset }: OutputRecord): boolean {
  return assetKindOf(asset.contentType, asset.filePath) === 'image';
}
