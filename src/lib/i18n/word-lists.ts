import { currentLanguage, ENGLISH, formatWhole, t } from './messages';

/**
 * Joins words as in "a, b and c".
 * @param most number of words that are shown; the rest is counted: "a, b and 3 more"
 */
export function andList(words: readonly string[], most = Infinity): string {
  const rest = words.length - most;
  return joined(rest > 0 ? [...words.slice(0, most), t('{count} more', { count: formatWhole(rest) })] : words);
}

/** Joins words as in "a, b or c". */
export function orList(words: readonly string[]): string {
  return joined(words, 'disjunction');
}

function joined(words: readonly string[], type: Intl.ListFormatOptions['type'] = 'conjunction'): string {
  // British English has no comma before "and".
  return new Intl.ListFormat(currentLanguage() === ENGLISH ? 'en-GB' : currentLanguage(), { type }).format(words);
}
