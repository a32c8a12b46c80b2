import { STOP_WORDS, tokenize } from './split-text';

const MAX_WORDS = 3;

/**
 * Extracts keywords with RAKE: phrases are the word runs between stop words and punctuation. The score of a phrase is the sum
 * of its word scores, which depend on co-occurrence. Repeated phrases score higher.
 */
export function findKeywords(text: string, count: number): string[] {
  const phrases = phrasesOf(text);
  const degree = new Map<string, number>();
  const frequency = new Map<string, number>();
  for (const words of phrases) {
    for (const word of words) {
      degree.set(word, (degree.get(word) ?? 0) + words.length);
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
    }
  }
  const scores = new Map<string, number>();
  for (const words of phrases) {
    const score = words.reduce((sum, word) => sum + (degree.get(word) ?? 0) / (frequency.get(word) ?? 1), 0);
    const phrase = words.join(' ');
    scores.set(phrase, (scores.get(phrase) ?? 0) + score);
  }
  return [...scores]
    .sort(([a, left], [b, right]) => right - left || a.localeCompare(b))
    .slice(0, count)
    .map(([phrase]) => phrase);
}

function phrasesOf(text: string): string[][] {
  const phrases: string[][] = [];
  for (const part of text.toLowerCase().split(/[^\p{L}\p{M}\p{N}'’\s-]+|\n+/u)) {
    let phrase: string[] = [];
    for (const word of [...tokenize(part), '']) {
      const isEnd = word === '' || word.length < 3 || STOP_WORDS.has(word);
      if (!isEnd) phrase.push(word);
      if ((isEnd || phrase.length === MAX_WORDS) && phrase.length > 0) {
        phrases.push(phrase);
        phrase = [];
      }
    }
  }
  return phrases;
}
