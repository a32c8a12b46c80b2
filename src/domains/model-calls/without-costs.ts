/** In every language of the console: texts are translated before they come here. */
const MONEY =
  /charg|credit|paid|bill|kosten|berechne|bezahl|guthaben|abgerechnet|abrechn|扣费|扣除|收费|计费|付费|费用|点数|课金|課金|料金|請求|費用|支払|有料|クレジット/i;
/** Part of a sentence about costs, with the comma or conjunction before it. */
const CLAUSE = /(?:,? (?:and|or)|, so|;) [^,.;]{0,200}?(?:charged?|charge|charges)\b[^,.;]*/gi;

/** Removes statements about costs from a text, for free models. Returns `null` if nothing is left. */
export function withoutCosts(text: string | null): string | null {
  if (text === null) return null;
  const sentences = text.split(/(?<=[.?!])\s+|(?<=[。？！])/).map((sentence) => sentence.replace(CLAUSE, ''));
  return sentences.filter((sentence) => !MONEY.test(sentence)).join(' ') || null;
}
