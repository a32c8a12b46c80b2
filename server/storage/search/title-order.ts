import type { JobSort } from '@contract/console/job-sorts';
import { comparePositions, type SearchCursor } from './job-search';

/** The orders that are maintained. */
export type TitleSort = Extract<JobSort, 'title' | 'title_reversed'>;

/** A step at a position of the order: inserts a job before it, or removes (`null`) the job there. */
interface Step {
  at: number;
  added: { rank: string; seq: number } | null;
}

/** Sequence numbers and sort keys in parallel arrays: ascending by key, equal keys newest first. Immutable; updates replace it. */
interface Sorted {
  seqs: Float64Array;
  keys: readonly string[];
}

/** Jobs by the sort keys of their titles. Reading a page and finding its start take the same time for any number of jobs. */
export class TitleOrder {
  readonly #keys = new Map<number, string>();
  #sorted: Sorted = { seqs: new Float64Array(0), keys: [] };

  /** Returns the sort key of a job; empty if the job is unknown. */
  readonly keyOf = (seq: number): string => this.#keys.get(seq) ?? '';

  /** @param keys of jobs that are new or may have changed; `null` for removed jobs */
  update(keys: ReadonlyMap<number, string | null>): void {
    const changes = [...keys].filter(([seq, key]) => (this.#keys.get(seq) ?? null) !== key);
    if (changes.length === 0) return;
    const removals = changes
      .filter(([seq]) => this.#keys.has(seq))
      .map(([seq]): Step => ({ at: positionIn(this.#sorted, this.keyOf(seq), seq), added: null }));
    const insertions = changes
      .flatMap(([seq, key]) => (key === null ? [] : { rank: key, seq }))
      .sort((a, b) => comparePositions(a, b, 'title'))
      .map((added): Step => ({ at: positionIn(this.#sorted, added.rank, added.seq), added }));
    // The sort is stable: insertions precede removals at the same position.
    this.#sorted = applied(
      this.#sorted,
      [...insertions, ...removals].sort((a, b) => a.at - b.at),
    );
    for (const [seq, key] of changes) {
      if (key === null) this.#keys.delete(seq);
      else this.#keys.set(seq, key);
    }
  }

  /** Yields sequence numbers after a position, in the order at the start of the walk. */
  *walk(sort: TitleSort, after?: SearchCursor): Generator<number> {
    const sorted = this.#sorted;
    const { seqs, keys } = sorted;
    const key = String(after?.rank);
    const behind = after ? positionIn(sorted, key, after.seq - 1) : 0;
    if (sort === 'title') {
      for (let at = behind; at < seqs.length; at += 1) yield seqs[at] ?? 0;
      return;
    }
    let end = seqs.length;
    if (after) {
      const endOfEqual = positionIn(sorted, key, -Infinity);
      for (let at = behind; at < endOfEqual; at += 1) yield seqs[at] ?? 0;
      end = positionIn(sorted, key, Infinity);
    }
    while (end > 0) {
      const last = keys[end - 1] ?? '';
      const start = keys[end - 2] === last ? positionIn(sorted, last, Infinity) : end - 1;
      for (let at = start; at < end; at += 1) yield seqs[at] ?? 0;
      end = start;
    }
  }
}

/** Returns the first position that does not sort before such a job. */
function positionIn({ seqs, keys }: Sorted, key: string, seq: number): number {
  let low = 0;
  let high = seqs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle] ?? '';
    if (found < key || (found === key && (seqs[middle] ?? 0) > seq)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Makes one copy, regardless of the number of steps. @param steps by position */
function applied({ seqs, keys }: Sorted, steps: readonly Step[]): Sorted {
  const length = steps.reduce((sum, { added }) => sum + (added ? 1 : -1), seqs.length);
  const changed: { seqs: Float64Array<ArrayBuffer>; keys: string[] } = { seqs: new Float64Array(length), keys: [] };
  let from = 0;
  const copyUntil = (end: number) => {
    changed.seqs.set(seqs.subarray(from, end), changed.keys.length);
    for (; from < end; from += 1) changed.keys.push(keys[from] ?? '');
  };
  for (const { at, added } of steps) {
    copyUntil(at);
    if (added) {
      changed.seqs[changed.keys.length] = added.seq;
      changed.keys.push(added.rank);
    } else from += 1;
  }
  copyUntil(seqs.length);
  return changed;
}
