/** Returns a one-line description of a model: its title, unless it only repeats the id, and its summary. */
export function describeModel(id: string, { title, summary }: { title: string | null; summary: string }): string {
  return [isNameOf(id, title) ? null : title, summary].filter(Boolean).join(': ');
}

/** Returns true if the title only repeats the id, which is shown before it. */
function isNameOf(id: string, title: string | null): boolean {
  const name = id.slice(id.indexOf('/') + 1);
  return title !== null && plain(title) === plain(name);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}
