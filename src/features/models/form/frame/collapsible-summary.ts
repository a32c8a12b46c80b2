import type { Field } from '../../schema/field';

const MAX_CHARACTERS = 70;

/**
 * Summarizes collapsed fields: `input_image_2 … _9, safety_tolerance`. Names that only differ by a number are combined.
 */
export function collapsibleSummary(fields: readonly Field[]): string {
  const runs: { stem: string; first: string; last: string; count: number }[] = [];
  for (const { title } of fields) {
    const tail = /(?:_|(?<![\d_]))\d+$/.exec(title)?.[0] ?? '';
    const stem = title.slice(0, title.length - tail.length);
    const run = runs.at(-1);
    if (run && tail !== '' && run.stem === stem) Object.assign(run, { last: tail, count: run.count + 1 });
    else runs.push({ stem, first: title, last: '', count: 1 });
  }
  const text = runs.map(({ first, last, count }) => (count > 1 ? `${first} … ${last}` : first)).join(', ');
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = text.lastIndexOf(', ', MAX_CHARACTERS);
  return `${text.slice(0, cut > 0 ? cut : MAX_CHARACTERS)}, …`;
}
