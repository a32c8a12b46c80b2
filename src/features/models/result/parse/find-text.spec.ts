import { describe, expect, it } from 'vitest';
import { parseJson } from '@contract/json/lossless';
import { findWarnings } from './find-warnings';
import { findTexts } from './find-text';
import { ANSWERS } from '../testing/response-fixtures';

const read = (response: unknown) => parseJson(JSON.stringify(response));
const texts = (response: unknown, hasMedia = false) =>
  findTexts(read(response), hasMedia).map(({ text, isReasoning }) => (isReasoning ? `(${text})` : text));

describe('the texts of a response', () => {
  it.each<[keyof typeof ANSWERS, string[]]>([
    ['anthropic', ['(The user wants two words.)', 'Grey cranes.']],
    ['openaiChat', ['Grey cranes.']],
  ])('%s', (family, expected) => {
    expect(texts(ANSWERS[family])).toEqual(expected);
  });

  it('beside an image only include those that are clearly meant to be read', () => {
    expect(texts(ANSWERS.gemini, true)).toEqual(['(I weighed two compositions.)', 'Here is the harbour.']);
    expect(texts(ANSWERS.kling, true)).toEqual([]);
    expect(texts(ANSWERS.bfl, true)).toEqual([]);
  });

  it('are found in other shapes: a plain text, a transcript, a response of Ollama', () => {
    expect(texts('Grey cranes.')).toEqual(['Grey cranes.']);
    expect(texts({ transcript: 'Hello.', words: [{ text: 'Hello.' }] })).toEqual(['Hello.']);
    expect(texts({ model: 'm', response: 'Grey cranes.', done: true })).toEqual(['Grey cranes.']);
    expect(texts({ output_text: 'Hi', output: [{ content: [{ type: 'output_text', text: 'Hi' }] }] })).toEqual(['Hi']);
  });

  it('exclude URLs, bytes and errors', () => {
    expect(texts({ text: 'https://a.example/x', content: 'A'.repeat(100), e: { code: 'x', message: 'no' } })).toEqual(
      [],
    );
    expect(texts(ANSWERS.structured)).toEqual([]);
  });
});

describe('the warnings of a successful response', () => {
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
