/** Shortens a long name but keeps its start and end, which usually differ. */
export function middleEllipsis(text: string, max: number): string {
  if (text.length <= max) return text;
  const tail = Math.floor((max - 1) / 2);
  return `${text.slice(0, max - 1 - tail)}…${text.slice(-tail)}`;
}
