import type { PromptField } from '@contract/console/prompt-history';
import { PromptTally } from '@contract/console/prompt-tally';
import type { AppDeps } from '../../deps';
import type { JobPrompts } from '../../storage/search/job-search';

type Tally = PromptTally<JobPrompts>;

/** A search is typed letter by letter, and continued page by page. */
const KEPT_MS = 60_000;

/** The counted prompts of an owner, kept for the next request of the same field until the jobs change: counting reads all prompts. */
export class KeptPrompts {
  readonly #deps: Pick<AppDeps, 'store' | 'clock'>;
  #kept: { stamp: string; tally: Promise<Tally> } | null = null;
  #cancelDrop = () => {};

  constructor(deps: Pick<AppDeps, 'store' | 'clock'>) {
    this.#deps = deps;
  }

  async of(owner: string, field: PromptField): Promise<Tally> {
    const stamp = `${field} ${this.#stampOf(owner)}`;
    const kept = this.#kept?.stamp === stamp ? this.#kept : { stamp, tally: this.#count(owner, field) };
    this.#kept = kept;
    this.#cancelDrop();
    this.#cancelDrop = this.#deps.clock.after(KEPT_MS, () => (this.#kept = null));
    try {
      return await kept.tally;
    } catch (error) {
      if (this.#kept === kept) this.#kept = null;
      throw error;
    }
  }

  /** Differs after every change of what is counted. */
  #stampOf(owner: string): string {
    const { jobs } = this.#deps.store;
    const [newest] = jobs.list({ owner, limit: 1 }).jobs;
    const total = Object.values(jobs.countByStatus()).reduce((sum, count) => sum + count, 0);
    return [owner, newest?.seq, total, jobs.countWithoutSearchFields()].join(' ');
  }

  async #count(owner: string, field: PromptField): Promise<Tally> {
    const tally: Tally = new PromptTally();
    for await (const part of this.#deps.store.search.prompts(owner, field)) {
      for (const job of part) tally.add(job.lines.split('\n'), job);
    }
    return tally;
  }
}
