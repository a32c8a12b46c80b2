import { shortNumbers } from '@/lib/short-numbers';

/**
 * Titles jobs of a batch by their values: `ember · 60 · 1038…058` for `Study (palette ember, steps 60, seed 103822117058)`. The name of
 * the batch and of its inputs stand above them.
 */
export function cellTitles(titles: readonly string[]): { batch: string; cells: readonly string[] } {
  const batch = batchTitle(titles);
  const values = titles.map((title) => (title.startsWith(`${batch} (`) ? title.slice(batch.length + 2, -1) : title));
  const parts = values.map((text) => text.split(', '));
  const count = parts[0]?.length ?? 0;
  // A value may contain a comma.
  if (count < 2 || parts.some(({ length }) => length !== count)) return { batch, cells: values.map(shortNumbers) };
  const names = Array.from({ length: count }, (_, axis) => commonName(parts.map((one) => one[axis] ?? '')));
  const cells = parts.map((one) => one.map((part, axis) => part.slice(names[axis])).join(' · '));
  return { batch, cells: cells.map(shortNumbers) };
}

/** What all titles begin with, without the values in parentheses. */
function batchTitle(titles: readonly string[]): string {
  const [first = ''] = titles;
  let length = first.length;
  for (const title of titles) while (!title.startsWith(first.slice(0, length))) length -= 1;
  const start = first.slice(0, length).lastIndexOf(' (');
  return start < 0 ? first.slice(0, length).trim() || first : first.slice(0, start);
}

/** Length of the name of an input that all values begin with. */
function commonName(values: readonly string[]): number {
  const length = (values[0]?.indexOf(' ') ?? -1) + 1;
  const name = values[0]?.slice(0, length) ?? '';
  return values.every((value) => value.startsWith(name)) ? length : 0;
}
