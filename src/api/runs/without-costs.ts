const MONEY = /charg|credit|paid|bill/i;
/** A part of a sentence that speaks of money, with the comma or the conjunction before it. */
const CLAUSE = /(?:,? (?:and|or)|, so|;) [^,.;]{0,200}?(?:charged?|charge|charges)\b[^,.;]*/gi;

/** A text of ours without what it says about money, for a model that costs nothing. `null` if nothing is left. */
export function withoutCosts(text: string | null): string | null {
  if (text === null) return null;
  const sentences = text.split(/(?<=[.?!])\s+/).map((sentence) => sentence.replace(CLAUSE, ''));
  return sentences.filter((sentence) => !MONEY.test(sentence)).join(' ') || null;
}
