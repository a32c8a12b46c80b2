/**
 * Titles jobs of a batch by their values: `palette ember, seed 1038…058` for `Study (palette ember, seed 103822117058)`. The name of
 * the batch stands above them.
 */
export function cellTitles(titles: readonly string[]): { batch: string; cells: readonly string[] } {
  const batch = batchTitle(titles);
  const values = titles.map((title) => (title.startsWith(`${batch} (`) ? title.slice(batch.length + 2, -1) : title));
  return { batch, cells: values.map(shortNumbers) };
}

/** What all titles begin with, without the values in parentheses. */
function batchTitle(titles: readonly string[]): string {
  const [first = ''] = titles;
  let length = first.length;
  for (const title of titles) while (!title.startsWith(first.slice(0, length))) length -= 1;
  const start = first.slice(0, length).lastIndexOf(' (');
  return start < 0 ? first.slice(0, length).trim() || first : first.slice(0, start);
}

const LONG = /\d{10,}/g;

/** Shortens long numbers such as seeds: both ends are kept, since consecutive ones differ at the end. `1038…058` */
export function shortNumbers(text: string): string {
  return text.replaceAll(LONG, (digits) => `${digits.slice(0, 4)}…${digits.slice(-3)}`);
}
