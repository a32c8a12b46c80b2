/** One line on a model for people: its title, unless that only repeats the id, and its summary. */
export function describeModel(id: string, { title, summary }: { title: string | null; summary: string }): string {
  return [isNameOf(id, title) ? null : title, summary].filter(Boolean).join(': ');
}

/** Such a title would only say again what stands before it. */
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
