import { describe, expect, test } from 'vitest';
import { makeDraft } from '@/api/storage/make-draft';
import { openEditor, setTyped, withComfyui } from './editor-state';
import { flowProblems } from './flow-problems';
import { fieldKey } from './form-model';

const definitions = {
  LoadImage: { name: 'LoadImage', input: { required: { image: [[], { image_upload: true }] } }, output: ['IMAGE'] },
  Blur: {
    name: 'Blur',
    input: { required: { images: ['IMAGE'], radius: ['INT', { default: 1, min: 1, max: 31 }] } },
    output: [],
    output_node: true,
  },
};
const TEXT = JSON.stringify({
  '10': { class_type: 'LoadImage', inputs: { image: 'gone.png' } },
  '12': { class_type: 'Blur', inputs: { images: ['10', 0], radius: 3 } },
  '13': { class_type: 'NoSuchNode', inputs: {} },
});

function open() {
  const draft = makeDraft('local', { text: TEXT, title: 'x', origin: 'file' }, 0);
  return withComfyui(openEditor(draft, definitions), 'connected');
}
const nothingComes = () => false;

describe('what the graph says of its nodes', () => {
  test('is the first thing that is wrong, but no picture that is only not there yet', () => {
    const state = { ...open(), isAttempted: false };
    expect(flowProblems(state, nothingComes)).toEqual([['13', expect.stringContaining('NoSuchNode')]]);
  });

  test('names the field, and missing pictures once a run was tried', () => {
    const opened = open();
    const radius = opened.form.fields.get(fieldKey('12', 'radius'));
    if (!radius) throw new Error('Blur has a radius');
    const state = { ...setTyped(opened, radius, '0', 0), isAttempted: true };
    const found = new Map(flowProblems(state, nothingComes));
    expect(found.get('12')).toBe('radius: at least 1.');
    expect(found.get('10')).toMatch(/^image: choose an image/);
    expect(new Map(flowProblems(state, (key) => key.startsWith('10'))).has('10')).toBe(false);
  });
});
