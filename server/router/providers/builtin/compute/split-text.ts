export interface Sentence {
  text: string;
  /** Zero-based index. */
  paragraph: number;
  /** Content words, in lower case. */
  terms: readonly string[];
}

/** Splits each paragraph into sentences by the Unicode rules. */
export function splitText(text: string): Sentence[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .flatMap((block, paragraph) =>
      [...segmenter.segment(block.replace(/\s+/g, ' '))]
        .map(({ segment }) => segment.trim())
        .filter((sentence) => sentence !== '')
        .map((sentence) => ({ text: sentence, paragraph, terms: termsOf(sentence) })),
    );
}

export function tokenize(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{M}\p{N}]*(?:['’-]\p{L}+)*|\p{N}+/gu) ?? [];
}

export function termsOf(text: string): string[] {
  return tokenize(text)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word));
}

/** Function words that occur in every text. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also although always am among an and any are as at be because been before being below
  between both but by came can cannot come could did do does doing done down during each either else even ever every few
  for from further get gets give given go goes had has have having he her here hers him his how however i if in into is it
  its itself just less like made make many may me might more most much must my near neither never no nor not now of off
  often on once one only onto or other our out over own per put quite rather said same see she should since so some still
  such than that the their them then there these they this those though three through thus to too two under until up upon
  us use used very was we well were what when where whether which while who whom whose why will with within without would
  yes yet you your`.split(/\s+/),
);
