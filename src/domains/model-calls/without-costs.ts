const MONEY = /charg|credit|paid|bill/i;
/** Part of a sentence about costs, with the comma or conjunction before it. */
const CLAUSE = /(?:,? (?:and|or)|, so|;) [^,.;]{0,200}?(?:charged?|charge|charges)\b[^,.;]*/gi;

/** Removes statements about costs from a text, for free models. Returns `null` if nothing is left. */
export function withoutCosts(text: string | null): string | null {
  if (text === null) return null;
  const sentences = text.split(/(?<=[.?!])\s+/).map((sentence) => sentence.replace(CLAUSE, ''));
  return sentences.filter((sentence) => !MONEY.test(sentence)).join(' ') || null;
}
