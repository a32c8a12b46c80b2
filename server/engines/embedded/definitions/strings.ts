import { choice, define, type RawInput } from './define';

const text = (tooltip: string): RawInput => ['STRING', { default: '', multiline: true, tooltip }];

export const CASE_MODES = ['UPPERCASE', 'lowercase', 'Capitalize', 'Title Case'] as const;
export const TRIM_MODES = ['Both', 'Left', 'Right'] as const;

export const STRING_CLASSES = [
  define({
    name: 'StringConcatenate',
    title: 'Join texts',
    category: 'utils/string',
    description: 'Joins two texts.',
    required: {
      string_a: text('The first text'),
      string_b: text('The second text'),
      delimiter: ['STRING', { default: '', multiline: false, tooltip: 'Text between them' }],
    },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'StringReplace',
    title: 'Replace text',
    category: 'utils/string',
    description: 'Replaces every occurrence of a text.',
    required: {
      string: text('Text to search'),
      find: text('Exact text to find'),
      replace: text('Replacement'),
    },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'StringTrim',
    title: 'Trim text',
    category: 'utils/string',
    description: 'Removes white space at the ends.',
    required: { string: text('The text'), mode: choice(TRIM_MODES, { tooltip: 'Ends to trim' }) },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'CaseConverter',
    title: 'Change case',
    category: 'utils/string',
    description: 'Converts a text to uppercase, lowercase, or capitalized words or sentences.',
    required: { string: text('The text'), mode: choice(CASE_MODES, { tooltip: 'Target case' }) },
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
