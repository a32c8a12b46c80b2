import type { OutputUnit } from '@cfworker/json-schema';

/** Keywords that tell branches apart: who misses them was meant for another one. */
const TELLING = new Set(['const', 'enum', 'type']);
const TELLING_WEIGHT = 100;

/**
 * Of each choice (`oneOf`, `anyOf`) the branch that a value came nearest to. The faults of the others say what a value of
 * another kind should be, and only confuse.
 */
export function nearestBranches(errors: readonly OutputUnit[]): OutputUnit[] {
  const choices = new Set(errors.flatMap(({ keywordLocation }) => choicesOf(keywordLocation)));
  let left = [...errors];
  for (const choice of [...choices].toSorted((a, b) => a.length - b.length)) {
    const branches = new Map<string, OutputUnit[]>();
    for (const error of left) {
      const branch = branchOf(choice, error.keywordLocation);
      if (branch !== null) branches.set(branch, [...(branches.get(branch) ?? []), error]);
    }
    const [nearest] = [...branches].toSorted(([, a], [, b]) => distanceOf(a) - distanceOf(b));
    left = left.filter(({ keywordLocation }) => [null, nearest?.[0]].includes(branchOf(choice, keywordLocation)));
  }
  return left;
}

/** `#/properties/style/oneOf/` for each choice on the way. */
function choicesOf(location: string): string[] {
  return [...location.matchAll(/\/(?:oneOf|anyOf)\/(?=\d+\/)/g)].map(({ index, 0: found }) =>
    location.slice(0, index + found.length),
  );
}

function branchOf(choice: string, location: string): string | null {
  return location.startsWith(choice) ? (location.slice(choice.length).split('/')[0] ?? null) : null;
}

function distanceOf(errors: readonly OutputUnit[]): number {
  return errors.reduce((sum, { keyword }) => sum + (TELLING.has(keyword) ? TELLING_WEIGHT : 1), 0);
}
