import { PromptTally } from '@contract/console/prompt-tally';
import { promptKey } from '@contract/console/search-fields';

/** Counts the runs of each prompt, whatever their spaces and capital letters, and keeps the spelling of the newest one. */
export class PromptCounts<Run> {
  readonly #tally = new PromptTally<Run>();
  readonly #spellings = new Map<string, string>();

  /** Adds the prompts of a run. Call it for the newest run first. */
  add(prompts: readonly string[], run: Run): void {
    for (const text of prompts) {
      const key = promptKey(text);
      if (!this.#spellings.has(key)) this.#spellings.set(key, text);
    }
    this.#tally.add(prompts.map(promptKey), run);
  }

  /** Returns all prompts, most recently used first. `newest`: some of their runs, newest first. */
  list(): { text: string; runs: number; newest: readonly Run[] }[] {
    return this.#tally
      .find('')
      .map(({ key, runs, newest }) => ({ text: this.#spellings.get(key) ?? key, runs, newest }));
  }
}
