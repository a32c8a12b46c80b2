import { termsOf, type Sentence } from './split-text';

const DAMPING = 0.85;
const ROUNDS = 30;
/** Restart weight of sentences that contain a focus word. */
const FOCUS_WEIGHT = 12;

/**
 * Ranks sentences with TextRank: sentences that share words link to each other, and those with many links rank first.
 * @returns the indexes of all sentences, most important first
 */
export function rankSentences(sentences: readonly Sentence[], focus: string): number[] {
  const wanted = new Set(termsOf(focus));
  const start = normalised(
    sentences.map(({ terms }) => 1 + FOCUS_WEIGHT * terms.filter((term) => wanted.has(term)).length),
  );
  const links = linksOf(sentences);
  let ranks = start;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = start.map((share) => share * (1 - DAMPING));
    for (const [from, targets] of links.entries()) {
      const strength = targets.reduce((sum, { weight }) => sum + weight, 0);
      // A sentence without links distributes its rank to all.
      if (strength === 0) for (const [to, share] of start.entries()) add(next, to, DAMPING * ranks[from] * share);
      else for (const { to, weight } of targets) add(next, to, (DAMPING * ranks[from] * weight) / strength);
    }
    ranks = next;
  }
  return [...ranks.keys()].sort((a, b) => ranks[b] - ranks[a] || a - b);
}

interface Link {
  to: number;
  weight: number;
}

/** Links sentences by shared words, normalized by length so that long sentences have no advantage. Uses a word index, not pairs. */
function linksOf(sentences: readonly Sentence[]): Link[][] {
  const holders = new Map<string, number[]>();
  for (const [index, { terms }] of sentences.entries()) {
    for (const term of new Set(terms)) holders.set(term, [...(holders.get(term) ?? []), index]);
  }
  return sentences.map(({ terms }, from) => {
    const shared = new Map<number, number>();
    for (const term of new Set(terms)) {
      for (const to of holders.get(term) ?? []) if (to !== from) shared.set(to, (shared.get(to) ?? 0) + 1);
    }
    return [...shared].map(([to, count]) => ({
      to,
      weight: count / (Math.log2(1 + terms.length) + Math.log2(1 + (sentences[to]?.terms.length ?? 0))),
    }));
  });
}

function add(values: number[], index: number, amount: number): void {
  values[index] = values[index] + amount;
}

function normalised(values: number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}
