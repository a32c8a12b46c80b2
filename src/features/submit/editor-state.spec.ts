import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { LosslessNumber } from '@contract/json/lossless';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { makeDraft } from '@/api/storage/make-draft';
import {
  fieldsToFix,
  openEditor,
  problemOf,
  redoEdit,
  setTyped,
  setValue,
  settleTyped,
  shownText,
  undoEdit,
  warningOf,
  withRejection,
  workflowText,
  type EditorState,
} from './editor-state';
import { fieldKey, type FormField } from './form-model';

const TEXT = `{
  "12": {"class_type": "Sampler", "inputs": {"image": ["3", 0], "cfg": 1.0, "seed": 18446744073709551615, "mode": "a"}},
  "3": {"inputs": {"image": "harbour.png"}, "class_type": "LoadImage", "_meta": {"title": "Your photo"}},
  "20": {"class_type": "SaveImage", "inputs": {"images": ["12", 0], "filename_prefix": "x"}, "unknown": 1e400}
}`;

const DEFINITIONS: NodeDefinitions = {
  LoadImage: {
    name: 'LoadImage',
    display_name: 'Load image',
    input: { required: { image: [[], { image_upload: true }] } },
    output: ['IMAGE', 'MASK'],
  },
  Sampler: {
    name: 'Sampler',
    input: {
      required: {
        image: ['IMAGE'],
        seed: ['INT', { min: 0, max: 2 ** 64, control_after_generate: true }],
        cfg: ['FLOAT', { min: 0, max: 2, step: 0.1 }],
        mode: [['a', 'b']],
      },
    },
    output: ['IMAGE'],
  },
  SaveImage: {
    name: 'SaveImage',
    input: { required: { images: ['IMAGE'], filename_prefix: ['STRING', {}] } },
    output: [],
    output_node: true,
  },
};

const CFG = fieldKey('12', 'cfg');
const SEED = fieldKey('12', 'seed');
const MODE = fieldKey('12', 'mode');
const IMAGE = fieldKey('3', 'image');

function open(definitions: NodeDefinitions | null = DEFINITIONS): EditorState {
  return openEditor(makeDraft('local', { text: TEXT, title: 'x.json', origin: 'file' }, 0), definitions);
}

function field(state: EditorState, key: string): FormField {
  const found = state.form.fields.get(key);
  if (!found) throw new Error(`no field ${key}`);
  return found;
}

describe('the form', () => {
  it('has one card per node with literal inputs, in the order in which nodes run', () => {
    const { form } = open();
    expect(form.cards.map(({ nodeId, title }) => [nodeId, title])).toEqual([
      ['3', 'Your photo'],
      ['12', 'Sampler'],
      ['20', 'SaveImage'],
    ]);
    expect(form.cards[1]?.fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['seed', 'seed'],
      ['cfg', 'float'],
      ['mode', 'combo'],
    ]);
    expect(form.outline[1]?.reads).toEqual([{ nodeId: '3', title: 'Your photo' }]);
  });

  it('J-1.30: guesses widgets from values and names where nothing is told', () => {
    const { form } = open(null);
    const kinds = [...form.fields.values()].map(({ name, kind }) => [name, kind]);
    expect(kinds).toEqual([
      ['image', 'media'],
      ['cfg', 'float'],
      ['seed', 'seed'],
      ['mode', 'text'],
      ['filename_prefix', 'text'],
    ]);
  });
});

describe('edits', () => {
  it('leave every other byte of the workflow alone', () => {
    const state = setTyped(open(), field(open(), CFG), '1.50', 0);
    expect(workflowText(state)).toBe(TEXT.replace('1.0', '1.50'));
    expect(workflowText(open())).toBe(TEXT);
  });

  it('never take a seed through a double', () => {
    const opened = open();
    expect(shownText(opened, SEED)).toBe('18446744073709551615');
    const state = setTyped(opened, field(opened, SEED), '18446744073709551614', 0);
    expect(state.values[SEED]).toEqual(new LosslessNumber('18446744073709551614'));
    expect(workflowText(state)).toContain('"seed": 18446744073709551614');
  });

  it('keep on screen what is no number, and out of the workflow', () => {
    const opened = open();
    const state = setTyped(opened, field(opened, CFG), '1.', 0);
    const broken = setTyped(state, field(opened, CFG), 'abc', 1);
    expect([shownText(broken, CFG), problemOf(broken, field(opened, CFG))]).toEqual(['abc', 'This is not a number.']);
    expect(workflowText(broken)).toContain('"cfg": 1,');
    expect(fieldsToFix(broken, () => false)).toContain(CFG);
    expect(settleTyped(broken, CFG)).toBe(broken);
    expect(shownText(settleTyped(state, CFG), CFG)).toBe('1');
  });

  it('are judged as they are made, in words', () => {
    const opened = open();
    const state = setValue(setTyped(opened, field(opened, CFG), '2.4', 0), MODE, 'c', 0);
    expect([problemOf(state, field(state, CFG)), problemOf(state, field(state, MODE))]).toEqual([
      'At most 2.',
      'Not one of a, b.',
    ]);
  });

  it('want a picture where the surface has none of that name, unless it is on its way', () => {
    const opened = open();
    expect(problemOf(opened, field(opened, IMAGE))).toMatch(/“harbour.png”, which is not on the server/);
    expect(fieldsToFix(opened, () => false)).toEqual([IMAGE]);
    expect(fieldsToFix(opened, (key) => key === IMAGE)).toEqual([]);
    expect(problemOf(open(null), field(open(null), IMAGE))).toBeNull();
  });

  it('are undone stroke by stroke of a field, not letter by letter', () => {
    const opened = open();
    let state = setTyped(opened, field(opened, CFG), '1.2', 100);
    state = setTyped(state, field(opened, CFG), '1.25', 200);
    state = setValue(state, MODE, 'b', 300);
    state = undoEdit(state);
    expect(state.values[MODE]).toBe('a');
    state = undoEdit(state);
    expect(workflowText(state)).toBe(TEXT);
    expect(workflowText(redoEdit(redoEdit(state)))).toBe(TEXT.replace('1.0', '1.25').replace('"a"', '"b"'));
  });

  it('come back byte for byte when all of them are undone', () => {
    const keys = [CFG, SEED];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1), fc.nat(), fc.nat(5000))), (edits) => {
        let state = open();
        let at = 0;
        for (const [which, number, passes] of edits) {
          at += passes;
          const key = keys[which] ?? CFG;
          state = setTyped(state, field(state, key), String(number), at);
        }
        while (state.undo.length > 0) state = undoEdit(state);
        expect(workflowText(state)).toBe(TEXT);
      }),
      { numRuns: runs(50) },
    );
  });
});

describe('a refusal', () => {
  it('J-2.75, J-2.76: lands on its field with its reason, and goes with the next edit', () => {
    const state = withRejection(open(), {
      '12': [
        { field: 'mode', reason: 'too_shiny' },
        { field: 'image', reason: 'bad_link', message: 'Nothing there' },
      ],
    });
    expect(problemOf(state, field(state, MODE))).toBe('too_shiny');
    expect(state.nodeProblems).toEqual({ '12': [{ field: 'image', reason: 'bad_link', message: 'Nothing there' }] });
    expect(fieldsToFix(state, () => false)).not.toContain(MODE);
    const edited = setValue(state, MODE, 'b', 0);
    expect(problemOf(edited, field(edited, MODE))).toBeNull();
  });
});

describe('in front of ComfyUI', () => {
  const ofComfyui = Object.fromEntries(
    Object.entries(DEFINITIONS).map(([name, definition]) => [name, { ...definition, python_module: 'nodes' }]),
  );

  it.each([
    [MODE, 'new', false],
    [CFG, 'five', true],
    [IMAGE, 'other.png', false],
    [IMAGE, '', true],
  ])('%s with %j keeps the workflow from running only if ComfyUI surely refuses it', (key, value, blocks) => {
    const state = { ...open(ofComfyui), values: { ...open(ofComfyui).values, [key]: value } };
    expect(state.isJudgedByComfyui).toBe(true);
    expect(warningOf(state, field(state, key))?.startsWith('ComfyUI may reject this: ') ?? false).toBe(!blocks);
    expect(fieldsToFix(state, () => false).includes(key)).toBe(blocks);
    expect(problemOf(state, field(state, key)) !== null).toBe(blocks);
  });

  it.each(['clipspace/mask.png [input]', `flowdeck/${'ab'.repeat(32)}.png`, 'mask.png [output]'])(
    'knows nothing against %s, which no list of files holds',
    (value) => {
      const state = setValue(open(ofComfyui), IMAGE, value, 0);
      expect([problemOf(state, field(state, IMAGE)), warningOf(state, field(state, IMAGE))]).toEqual([null, null]);
      expect(fieldsToFix(state, () => false)).toEqual([]);
    },
  );

  it('shows the error of a rejected submission in place of the warning', () => {
    const opened = setValue(open(ofComfyui), MODE, 'new', 0);
    const state = withRejection(opened, { '12': [{ field: 'mode', reason: 'not_in_list' }] });
    expect([problemOf(state, field(state, MODE)), warningOf(state, field(state, MODE))]).toEqual(['not_in_list', null]);
  });
});
