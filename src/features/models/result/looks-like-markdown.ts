/** Longer text takes too long to lay out as Markdown. */
const MAX_CHARS = 50_000;

/** Headings, bold text, code, quotes, links, and lists of at least two items. */
const MARKS = [
  /^ {0,3}#{1,6} \S/m,
  /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/,
  /^ {0,3}```/m,
  /`[^`\n]+`/,
  /^> \S/m,
  /\[[^[\]\n]+\]\([^\s()]+\)/,
  /^ *(?:[-*+]|\d+\.) \S.*\n(?:.*\n)??\s*(?:[-*+]|\d+\.) \S/m,
];

/** Other text keeps its spaces and lines exactly. */
export function looksLikeMarkdown(text: string): boolean {
  return text.length <= MAX_CHARS && MARKS.some((mark) => mark.test(text));
}
