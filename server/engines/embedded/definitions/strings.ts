import { choice, define, type RawInput } from './define';

const text = (tooltip: string): RawInput => ['STRING', { default: '', multiline: true, tooltip }];

export const CASE_MODES = ['UPPERCASE', 'lowercase', 'Capitalize', 'Title Case'] as const;
export const TRIM_MODES = ['Both', 'Left', 'Right'] as const;

export const STRING_CLASSES = [
  define({
    name: 'StringConcatenate',
    title: 'Join texts',
    category: 'utils/string',
    description: 'One text behind the other.',
    required: {
      string_a: text('The first text'),
      string_b: text('The second text'),
      delimiter: ['STRING', { default: '', multiline: false, tooltip: 'What stands between them' }],
    },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'StringReplace',
    title: 'Replace text',
    category: 'utils/string',
    description: 'Puts one text in every place of another.',
    required: {
      string: text('Where to look'),
      find: text('What to look for, letter by letter'),
      replace: text('What stands there afterwards'),
    },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'StringTrim',
    title: 'Trim text',
    category: 'utils/string',
    description: 'Takes white space off the ends.',
    required: { string: text('The text'), mode: choice(TRIM_MODES, { tooltip: 'Which end' }) },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'CaseConverter',
    title: 'Change case',
    category: 'utils/string',
    description: 'Writes a text in capitals, in small letters, or with capitals at its beginnings.',
    required: { string: text('The text'), mode: choice(CASE_MODES, { tooltip: 'How it is written' }) },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'StringLength',
    title: 'Length of text',
    category: 'utils/string',
    description: 'Counts the characters.',
    required: { string: text('The text') },
    outputs: [['INT', 'length']],
  }),
];
