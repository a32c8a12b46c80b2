import type { DigestInput } from '../models/digest';
import type { Computation } from './computation';
import { findKeywords } from './keywords';
import { rankSentences } from './rank-sentences';
import { splitText, tokenize, type Sentence } from './split-text';

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
