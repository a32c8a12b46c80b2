import type { Output } from '@contract/jobs/schemas';
import { outputKind } from '@/shared/output-kind';

export const COMPARE_MODES = ['slider', 'side', 'flicker', 'difference'] as const;
export type CompareMode = (typeof COMPARE_MODES)[number];

/** More are too small to tell apart. */
export const MAX_COMPARED = 4;

/** Two to four of one kind, in the order of their places. */
export type Compared = readonly [left: Output, right: Output, ...more: Output[]];

/** What can be laid beside its like. */
export function comparedKind(output: Output): 'picture' | 'video' | null {
  const kind = outputKind(output);
  return kind === 'picture' || kind === 'video' ? kind : null;
}

/** Those that can be laid beside this one, itself among them. */
export function comparable(outputs: readonly Output[], like: Output): Output[] {
  const kind = comparedKind(like);
  return kind === null ? [] : outputs.filter((output) => comparedKind(output) === kind);
}

/** Those that an address names, of the kind of the first; null where there are no two of them. */
export function comparedOf(outputs: readonly Output[], ids: readonly (string | undefined)[]): Compared | null {
  const first = outputs.find(({ id }) => id === ids[0]);
  if (!first) return null;
  const likes = comparable(outputs, first);
  const found = [...new Set(ids)].flatMap((id) => likes.find((output) => output.id === id) ?? []);
  const [left, right, ...more] = found.slice(0, MAX_COMPARED);
  // The second place is always named: what is gone from it is not filled up by the third.
  return left && right && right.id === ids[1] ? [left, right, ...more] : null;
}

/** What to begin with: what is shown and the one of its kind before it, else the one after it; else any two of a kind. */
export function firstPair(outputs: readonly Output[], shownId: string | null): Compared | null {
  const shown = outputs.filter(({ id }) => id === shownId);
  for (const right of [...shown, ...outputs]) {
    const likes = comparable(outputs, right);
    const at = likes.indexOf(right);
    const left = likes[at - 1] ?? likes[at + 1];
    if (left) return [left, right];
  }
  return null;
}

/** The one `step` further on for the second place, past those in the others; null at the end. */
export function nextRight(outputs: readonly Output[], compared: Compared, step: 1 | -1): Output | null {
  const likes = comparable(outputs, compared[1]);
  let at = likes.indexOf(compared[1]) + step;
  while (likes[at] && compared.includes(likes[at] as Output)) at += step;
  return likes[at] ?? null;
}

/** What may stand in a place: what stands there, and what stands nowhere. */
export function choicesFor(outputs: readonly Output[], compared: Compared, place: number): Output[] {
  return comparable(outputs, compared[0]).filter((output) => output === compared[place] || !compared.includes(output));
}

/** Another one in a place; one more where the place is new. */
export function withPlace(compared: Compared, place: number, output: Output): Compared {
  const [left, right, ...more] = place < compared.length ? compared.with(place, output) : [...compared, output];
  return [left as Output, right as Output, ...more];
}

export function withoutPlace(compared: Compared, place: number): Compared {
  const [left, right, ...more] = compared.toSpliced(place, 1);
  return left && right ? [left, right, ...more] : compared;
}

/** What the places are called. */
export function placeNames(count: number): readonly string[] {
  return count === 2 ? ['Left', 'Right'] : ['First', 'Second', 'Third', 'Fourth'].slice(0, count);
}
