import { describe, expect, it } from 'vitest';
import { parseJson } from '@contract/json/lossless';
import { findWarnings } from './find-warnings';
import { findTexts } from './find-text';
import { ANSWERS } from './testing/response-fixtures';

const read = (answer: unknown) => parseJson(JSON.stringify(answer));
const texts = (answer: unknown, hasMedia = false) =>
  findTexts(read(answer), hasMedia).map(({ text, isReasoning }) => (isReasoning ? `(${text})` : text));

describe('words of an answer', () => {
  it.each<[keyof typeof ANSWERS, string[]]>([
    ['anthropic', ['(The user wants two words.)', 'Grey cranes.']],
    ['openaiChat', ['Grey cranes.']],
  ])('%s', (family, expected) => {
    expect(texts(ANSWERS[family])).toEqual(expected);
  });

  it('stand beside a picture only where they are surely meant to be read', () => {
    expect(texts(ANSWERS.gemini, true)).toEqual(['(I weighed two compositions.)', 'Here is the harbour.']);
    expect(texts(ANSWERS.kling, true)).toEqual([]);
    expect(texts(ANSWERS.bfl, true)).toEqual([]);
  });

  it('are found in other shapes: a plain text, a transcript, an answer of Ollama', () => {
    expect(texts('Grey cranes.')).toEqual(['Grey cranes.']);
    expect(texts({ transcript: 'Hello.', words: [{ text: 'Hello.' }] })).toEqual(['Hello.']);
    expect(texts({ model: 'm', response: 'Grey cranes.', done: true })).toEqual(['Grey cranes.']);
    expect(texts({ output_text: 'Hi', output: [{ content: [{ type: 'output_text', text: 'Hi' }] }] })).toEqual(['Hi']);
  });

  it('are no links, bytes or failures', () => {
    expect(texts({ text: 'https://a.example/x', content: 'A'.repeat(100), e: { code: 'x', message: 'no' } })).toEqual(
      [],
    );
    expect(texts(ANSWERS.structured)).toEqual([]);
  });
});

describe('what a success says about what is missing', () => {
  it.each<[keyof typeof ANSWERS, string[]]>([
    ['wan', ['output.results[1]: Output may be inappropriate. (DataInspectionFailed)']],
    ['veo', ['The provider filtered 1 of the results out.']],
    ['xaiRefused', ['Held back by the provider: SAFETY']],
    ['ideogram', ['An image was blocked by the provider’s safety filter.']],
    ['openaiChat', ['It ended early: length']],
    ['anthropic', []],
    ['gemini', []],
    ['kling', []],
  ])('%s', (family, expected) => {
    expect(findWarnings(read(ANSWERS[family])).map(({ text }) => text)).toEqual(expected);
  });
});
