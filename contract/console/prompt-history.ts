import { z } from 'zod/mini';
import { Output } from '../jobs/schemas';
import type { SearchField } from './search-terms';

/** The lists of prompts: what images should show, and what they should not. */
export const PROMPT_FIELDS = ['prompt', 'negative'] as const satisfies readonly SearchField[];
export type PromptField = (typeof PROMPT_FIELDS)[number];

/** A prompt that ran, in the spelling of its newest job. */
export const UsedPrompt = z.looseObject({
  text: z.string(),
  /** Number of jobs with this prompt, whatever their spaces and capital letters. */
  runs: z.number(),
  /** Submission time of the newest one. */
  ran_at: z.string(),
  /** Images of its newest job that has any; one at most. */
  outputs: z.array(Output),
});
export type UsedPrompt = z.infer<typeof UsedPrompt>;

export const PromptHistoryPage = z.looseObject({
  /** Absent: `prompt`, from a gateway that lists no other. */
  field: z.optional(z.enum(PROMPT_FIELDS)),
  /** Newest first. */
  prompts: z.array(UsedPrompt),
  next_cursor: z.optional(z.string()),
  /** Number of older jobs whose prompts are not listed yet. */
  inputs_pending: z.optional(z.number()),
});
export type PromptHistoryPage = z.infer<typeof PromptHistoryPage>;
