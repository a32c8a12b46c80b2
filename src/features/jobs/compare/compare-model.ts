import type { Output } from '@contract/jobs/schemas';
import { t } from '@/lib/i18n/messages';
import { MAX_COMPARED } from '@/shared/compare/compare-model';
import { outputKind } from '@/shared/files/output-kind';

/** Two to four outputs of the same kind, by position. */
export type Compared = readonly [left: Output, right: Output, ...more: Output[]];

/** Returns the kind of an output that can be compared; `null` for other outputs. */
export function comparedKind(output: Output): 'image' | 'video' | null {
  const kind = outputKind(output);
  return kind === 'image' || kind === 'video' ? kind : null;
}

/** Returns the outputs that can be compared with this one, including itself. */
export function comparable(outputs: readonly Output[], like: Output): Output[] {
  const kind = comparedKind(like);
  return kind === null ? [] : outputs.filter((output) => comparedKind(output) === kind);
}

/** Returns the outputs that the URL names, of the kind of the first; `null` if there are fewer than two. */
export function comparedOf(outputs: readonly Output[], ids: readonly (string | undefined)[]): Compared | null {
  const first = outputs.find(({ id }) => id === ids[0]);
  if (!first) return null;
  const likes = comparable(outputs, first);
  const found = [...new Set(ids)].flatMap((id) => likes.find((output) => output.id === id) ?? []);
  const [left, right, ...more] = found.slice(0, MAX_COMPARED);
  // The URL always names the second position: if its output is missing, the third does not move up.
  return left && right && right.id === ids[1] ? [left, right, ...more] : null;
}

/**
 * Returns the initial pair: the shown output and the previous one of its kind, else the next one; else any two of the
 * same kind.
 */
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

/**
 * Returns the next output in direction `step` for the second position, skipping those in other positions; `null` at the
 * end.
 */
export function nextRight(outputs: readonly Output[], compared: Compared, step: 1 | -1): Output | null {
  const likes = comparable(outputs, compared[1]);
  let at = likes.indexOf(compared[1]) + step;
  let like = likes[at];
  while (like && compared.includes(like)) {
    at += step;
    like = likes[at];
  }
  return like ?? null;
}

/** Returns the outputs available for a position: the current one and those that are not shown elsewhere. */
export function choicesFor(outputs: readonly Output[], compared: Compared, position: number): Output[] {
  return comparable(outputs, compared[0]).filter(
    (output) => output === compared[position] || !compared.includes(output),
  );
}

/** Replaces the output at a position, or adds one at a new position. */
export function withPosition(compared: Compared, position: number, output: Output): Compared {
  const [left, right, ...more] = compared;
  if (position === 0) return [output, right, ...more];
  if (position === 1) return [left, output, ...more];
  return [left, right, ...(position < compared.length ? more.with(position - 2, output) : [...more, output])];
}

export function withoutPosition(compared: Compared, position: number): Compared {
  const [left, right, ...more] = compared.toSpliced(position, 1);
  return left && right ? [left, right, ...more] : compared;
}

/** Returns the labels of the positions. */
export function positionNames(count: number): readonly string[] {
  return count === 2 ? [t('Left'), t('Right')] : [t('First'), t('Second'), t('Third'), t('Fourth')].slice(0, count);
}
