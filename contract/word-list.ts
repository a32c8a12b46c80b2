/**
 * Joins words as in "a, b and c".
 * @param most number of words that are shown; the rest is counted: "a, b and 3 more"
 */
export function andList(words: readonly string[], most = Infinity): string {
  const rest = words.length - most;
  return joined(rest > 0 ? [...words.slice(0, most), `${rest} more`] : words, 'and');
}

/** Joins words as in "a, b or c". */
export function orList(words: readonly string[]): string {
  return joined(words, 'or');
}

function joined(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
