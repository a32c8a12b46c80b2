import type { Output } from '@contract/jobs/schemas';
import { outputKind } from '@/shared/output-kind';

export const COMPARE_MODES = ['slider', 'side', 'flicker', 'difference'] as const;
export type CompareMode = (typeof COMPARE_MODES)[number];

/** What can be laid beside each other. */
export function comparable(outputs: readonly Output[]): Output[] {
  return outputs.filter((output) => outputKind(output) === 'picture');
}

export interface Pair {
  left: Output;
  right: Output;
}

/** The two that an address names; null where one of them is not there, or both are the same. */
export function pairOf(
  outputs: readonly Output[],
  leftId: string | undefined,
  rightId: string | undefined,
): Pair | null {
  const pictures = comparable(outputs);
  const left = pictures.find(({ id }) => id === leftId);
  const right = pictures.find(({ id }) => id === rightId);
  return left && right && left !== right ? { left, right } : null;
}

/** What to begin with: the shown picture and the one before it, else the one after it. */
export function firstPair(outputs: readonly Output[], shownId: string | null): Pair | null {
  const pictures = comparable(outputs);
  const at = Math.max(
    0,
    pictures.findIndex(({ id }) => id === shownId),
  );
  const right = pictures[at];
  const left = pictures[at - 1] ?? pictures[at + 1];
  return left && right ? { left, right } : null;
}

/** The picture `step` further on for the right side, past the one on the left; null at the end. */
export function nextRight(outputs: readonly Output[], { left, right }: Pair, step: 1 | -1): Output | null {
  const pictures = comparable(outputs);
  let at = pictures.indexOf(right) + step;
  if (pictures[at] === left) at += step;
  return pictures[at] ?? null;
}
