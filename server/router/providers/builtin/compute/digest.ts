import type { DigestInput } from '../models/digest';
import type { Computation } from './computation';
import { rankSentences } from './rank-sentences';
import { splitText, STOP_WORDS, tokenize, type Sentence } from './split-text';

/** Maximum number of sentences that are read, since ranking compares all pairs. */
const MAX_SENTENCES = 1500;

export const computeDigest: Computation<DigestInput> = (input) => {
  const text = textOf(input);
  const sentences = splitText(text).slice(0, MAX_SENTENCES);
  const written = write(input, text, sentences);
  return {
    facts: { text: written, wordsRead: tokenize(text).length, wordsWritten: tokenize(written).length },
    files: [],
  };
};

function textOf({ messages }: DigestInput): string {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n\n')))
    .join('\n\n');
}

function write(input: DigestInput, text: string, sentences: readonly Sentence[]): string {
  switch (input.task) {
    case 'summary':
      return summary(sentences, input.max_sentences, input.focus ?? '');
    case 'outline':
      return outline(sentences);
    case 'keywords':
      return findKeywords(text, input.max_keywords).join('\n');
    case 'statistics':
      return statistics(text, sentences);
  }
}

/** Returns the highest-ranking sentences in text order. */
function summary(sentences: readonly Sentence[], count: number, focus: string): string {
  return rankSentences(sentences, focus)
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((index) => sentences[index]?.text ?? '')
    .join(' ');
}

/** Returns one entry per paragraph: its topic and its most important sentence. */
function outline(sentences: readonly Sentence[]): string {
  const paragraphs: Sentence[][] = [];
  for (const sentence of sentences) (paragraphs[sentence.paragraph] ??= []).push(sentence);
  return paragraphs
    .map((group, index) => {
      const topic = findKeywords(group.map(({ text }) => text).join(' '), 1)[0];
      const [best = 0] = rankSentences(group, '');
      return `${index + 1}. ${topic === undefined ? '' : `**${topic}**: `}${group[best]?.text ?? ''}`;
    })
    .join('\n');
}

function statistics(text: string, sentences: readonly Sentence[]): string {
  const words = tokenize(text);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  const distinct = new Set(words.map((word) => word.toLowerCase())).size;
  const perSentence = words.length / Math.max(1, sentences.length);
  const ease = 206.835 - 1.015 * perSentence - 84.6 * (syllables / Math.max(1, words.length));
  const rows: [string, string | number][] = [
    ['Characters', text.length],
    ['Words', words.length],
    ['Distinct words', distinct],
    ['Sentences', sentences.length],
    ['Paragraphs', new Set(sentences.map(({ paragraph }) => paragraph)).size],
    ['Words per sentence', perSentence.toFixed(1)],
    ['Reading time', `${Math.max(1, Math.round(words.length / 230))} min`],
    ['Flesch reading ease', words.length === 0 ? 'none' : ease.toFixed(0)],
  ];
  return ['| Measure | Value |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
}

/** Estimates the syllables of an English word: vowel groups, minus a silent final e. */
function syllablesOf(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/e$/, '')
    .match(/[aeiouyäöüáéíóúàèìòùâêîôû]+/g);
  return Math.max(1, groups?.length ?? 1);
}

const MAX_PHRASE_WORDS = 3;

/**
 * Extracts keywords with RAKE: phrases are the word runs between stop words and punctuation. The score of a phrase is the sum
 * of its word scores, which depend on co-occurrence. Repeated phrases score higher.
 */
function findKeywords(text: string, count: number): string[] {
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
      if ((isEnd || phrase.length === MAX_PHRASE_WORDS) && phrase.length > 0) {
        phrases.push(phrase);
        phrase = [];
      }
    }
  }
  return phrases;
}
