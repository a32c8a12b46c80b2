import { define, float } from './define';

/** Largest signed 64-bit integer, rounded to a double. */
const MAX_INT = Number.MAX_SAFE_INTEGER * 1024 + 1023;

/** Classes that provide one value for several inputs. */
export const PRIMITIVE_CLASSES = [
  define({
    name: 'PrimitiveInt',
    title: 'Whole number',
    category: 'utils/primitive',
    description: 'A whole number that several nodes can share.',
    required: { value: ['INT', { default: 0, min: -MAX_INT, max: MAX_INT, control_after_generate: true }] },
    outputs: [['INT', 'INT']],
  }),
  define({
    name: 'PrimitiveFloat',
    title: 'Number',
    category: 'utils/primitive',
    description: 'A number that several nodes can share.',
    required: { value: float({ default: 0, min: -MAX_INT, max: MAX_INT }) },
    outputs: [['FLOAT', 'FLOAT']],
  }),
  define({
    name: 'PrimitiveString',
    title: 'Text',
    category: 'utils/primitive',
    description: 'A line of text that several nodes can share.',
    required: { value: ['STRING', { default: '' }] },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'PrimitiveStringMultiline',
    title: 'Long text',
    category: 'utils/primitive',
    description: 'A text of several lines.',
    required: { value: ['STRING', { default: '', multiline: true }] },
    outputs: [['STRING', 'STRING']],
  }),
  define({
    name: 'PrimitiveBoolean',
    title: 'Switch',
    category: 'utils/primitive',
    description: 'A switch that several nodes can share.',
    required: { value: ['BOOLEAN', { default: false }] },
    outputs: [['BOOLEAN', 'BOOLEAN']],
  }),
  define({
    name: 'PreviewAny',
    title: 'Preview value',
    category: 'utils',
    description: 'Shows a value as text.',
    required: { source: ['*', {}] },
    isOutput: true,
  }),
];
