export interface PromptUse<Job> {
  /** As `promptKey` writes it. */
  key: string;
  runs: number;
  /** The newest ones, newest first. */
  newest: Job[];
}

/** Jobs that are looked through for a result. */
const MAX_NEWEST = 5;

/** Counts the jobs of each prompt. Shared by gateway and console, so that both list the same. */
export class PromptTally<Job> {
  readonly #uses = new Map<string, PromptUse<Job>>();

  /** Adds the prompts of a job. Call it for the newest job first. */
  add(keys: Iterable<string>, job: Job): void {
    for (const key of new Set(keys)) {
      const use = this.#uses.get(key);
      if (!use) this.#uses.set(key, { key, runs: 1, newest: [job] });
      else {
        use.runs += 1;
        if (use.newest.length < MAX_NEWEST) use.newest.push(job);
      }
    }
  }

  /** Returns the prompts that contain every word of the text, most recently used first. */
  find(text: string): PromptUse<Job>[] {
    return [...this.#uses.values()].filter(({ key }) => key !== '' && hasWords(key, text));
  }
}

/** Returns true if a prompt, as `promptKey` writes it, contains every word of the text. */
export function hasWords(key: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => key.includes(word));
}
