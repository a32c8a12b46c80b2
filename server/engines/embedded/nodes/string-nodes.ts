import type { JsonValue } from '@contract/json/lossless';
import { CASE_MODES, TRIM_MODES } from '../definitions/strings';
import type { NodeImplementation } from '../node-implementation';
import type { NodeValue } from '../values';

const literal = (value: JsonValue): NodeValue[] => [{ kind: 'literal', value }];

const concatenate: NodeImplementation = (inputs) =>
  literal(inputs.text('string_a') + inputs.text('delimiter') + inputs.text('string_b'));

const trim: NodeImplementation = (inputs) => {
  const text = inputs.text('string');
  switch (inputs.choice('mode', TRIM_MODES)) {
    case 'Both':
      return literal(text.trim());
    case 'Left':
      return literal(text.trimStart());
    case 'Right':
      return literal(text.trimEnd());
  }
};

const changeCase: NodeImplementation = (inputs) => {
  const text = inputs.text('string');
  switch (inputs.choice('mode', CASE_MODES)) {
    case 'UPPERCASE':
      return literal(text.toUpperCase());
    case 'lowercase':
      return literal(text.toLowerCase());
    case 'Capitalize':
      return literal(capitalized(text));
    case 'Title Case':
      // Like Python's `title`: a letter after a non-letter starts a word.
      return literal(text.replace(/\p{L}+/gu, capitalized));
  }
};

function capitalized(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length).toLowerCase();
}

export const STRING_NODES: Readonly<Record<string, NodeImplementation>> = {
  StringConcatenate: concatenate,
  StringReplace: (inputs) =>
    literal(inputs.text('string').replaceAll(inputs.text('find'), () => inputs.text('replace'))),
  StringTrim: trim,
  CaseConverter: changeCase,
  // Counts code points, not UTF-16 code units.
  StringLength: (inputs) => literal([...inputs.text('string')].length),
};
