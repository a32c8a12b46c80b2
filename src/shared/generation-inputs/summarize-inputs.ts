import { readWorkflow } from '@contract/workflow/graph';
import { promptParts } from '@/domains/generation-inputs/a1111-text';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { mainValueTexts } from './value-text';

/** What made a result, in two lines: the prompt, and the values that usually differ between jobs. */
export interface InputsSummary {
  /** Empty if the workflow has no prompt. */
  prompt: string;
  values: string;
}

/** Larger workflows would keep the page busy for one line of text. */
const MAX_TEXT = 500_000;

/** @returns `null` for texts that are no workflow, or that are too large. */
export function summarizeInputs(text: string): InputsSummary | null {
  const workflow = text.length > MAX_TEXT ? null : readWorkflow(text);
  if (!workflow?.ok) return null;
  const inputs = readGenerationInputs(workflow.graph, null);
  const prompt = promptParts(inputs.positive).join(' ').replaceAll(/\s+/g, ' ');
  return { prompt, values: mainValueTexts(inputs).join(' · ') };
}
