/** Shortens a long name but keeps its start and end, which usually differ. */
export function middleEllipsis(text: string, max: number): string {
  if (text.length <= max) return text;
  const tail = Math.floor((max - 1) / 2);
  return `${text.slice(0, max - 1 - tail)}…${text.slice(-tail)}`;
}

/** Length of the suffix that distinguishes names: a seed, a number, an extension. */
const TAIL = 8;
const MIN_CUT = 16;

/** Splits a title in two, so that its first part can be truncated; `null` if it is short enough. */
export function titleParts(title: string): { start: string; end: string } | null {
  if (title.length < MIN_CUT) return null;
  return { start: title.slice(0, -TAIL), end: title.slice(-TAIL) };
}
