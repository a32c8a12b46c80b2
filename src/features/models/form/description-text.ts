const MAX_CHARACTERS = 150;

export interface Summary {
  text: string;
  /** Nothing more is to be read, and nothing of it is more than plain text. */
  isWhole: boolean;
}

/** The first words of a Markdown text, as plain text. */
export function summaryOf(markdown: string): Summary {
  const trimmed = markdown.trim();
  const first = trimmed.split(/\n\s*\n/, 1)[0] ?? '';
  const plain = first
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|\*|`)(?=\S)([^*`\n]*[^*`\s])\1/g, '$2')
    .replace(/__(?=\S)((?:(?!__)[^*`\n])*)(?<=\S)__/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= MAX_CHARACTERS) return { text: plain, isWhole: plain === trimmed.replace(/\s+/g, ' ') };
  const cut = plain.slice(0, MAX_CHARACTERS);
  const lastSpace = cut.lastIndexOf(' ');
  return { text: `${cut.slice(0, lastSpace > MAX_CHARACTERS / 2 ? lastSpace : undefined)}…`, isWhole: false };
}
