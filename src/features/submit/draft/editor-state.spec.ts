import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { LosslessNumber } from '@contract/json/lossless';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import { makeDraft } from '@/domains/drafts/make-draft';
import { editInput, EMPTY_TEMPLATE, pinInput, pinnedInputs } from '@/domains/drafts/template';
import {
  openEditor,
  redoEdit,
  setTemplate,
  setTyped,
  setValue,
  settleTyped,
  textOf,
  undoEdit,
  withDefinitions,
  withRejection,
  workflowText,
  type EditorState,
} from './editor-state';
import type { FormField } from './form-model';
import { problemOf, warningOf, workflowProblems } from './workflow-problems';

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
  Resize: {
    name: 'Resize',
    input: {
      required: {
        how: [
          'COMFY_DYNAMICCOMBO_V3',
          {
            options: [
              { key: 'factor', inputs: { required: { factor: ['FLOAT', { default: 2, max: 8 }] } } },
              {
                key: 'size',
                inputs: { required: { width: ['INT', { default: 64 }], height: ['INT', { default: 32 }] } },
              },
            ],
          },
        ],
      },
    },
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
  it('has one card per node with literal inputs, in execution order', () => {
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

  it.each([DEFINITIONS, null])(
    'has no field for the upload button in exports of earlier editors (%#)',
    (definitions) => {
      const inputs = { image: 'a.png', 'choose file to upload': 'image', upload: 'image', mode: 'image' };
      const text = JSON.stringify({ '3': { class_type: 'LoadImage', inputs } });
      const state = openEditor(makeDraft('local', { text, title: 'x.json', origin: 'file' }, 0), definitions);
      expect([...state.form.fields.values()].map(({ name }) => name)).toEqual(['image', 'mode']);
      expect(JSON.parse(workflowText(state))).toMatchObject({ '3': { inputs } });
    },
  );

  it('J-1.30: infers widgets from values and names without definitions', () => {
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

describe('a guess', () => {
  const GUESSES: NodeDefinitions = {
    Sampler: {
      name: 'Sampler',
      display_name: 'Sample',
      input: {
        required: {
          mode: [['b', 'c']],
          cfg: ['FLOAT', { min: 0, max: 0.5 }],
          seed: ['STRING', {}],
          image: ['IMAGE'],
          file: [[]],
          strength: ['FLOAT', {}],
        },
      },
      output: [],
    },
  };
  const guessed = (state: EditorState) => withDefinitions({ ...state, guesses: GUESSES }, state.definitions);

  it('shapes the inputs of a class that the server does not list, and forbids nothing', () => {
    const state = guessed(open(null));
    expect(state.form.cards.map(({ title, isGuess }) => [title, isGuess])).toEqual([
      ['Your photo', false],
      ['Sample', true],
      ['SaveImage', false],
    ]);
    expect(field(state, CFG)).toMatchObject({ kind: 'float', spec: { max: 0.5, isUnchecked: true } });
    // A list only suggests, and a type that does not fit the value is no help.
    expect(field(state, MODE)).toMatchObject({ kind: 'text', spec: { options: ['b', 'c'] } });
    expect(field(state, SEED)).toMatchObject({ kind: 'seed', spec: null });
    const text = '{"1":{"class_type":"Sampler","inputs":{"file":"a"}}}';
    const files = openEditor(makeDraft('local', { text, title: 'x.json', origin: 'file' }, 0), null);
    expect(field(guessed(files), fieldKey('1', 'file'))).toMatchObject({ kind: 'text', spec: null });
    expect(keysToFix(state, () => false)).toEqual(keysToFix(open(null), () => false));
    expect(state.nodeProblems).toEqual(open(null).nodeProblems);
    expect(workflowText(state)).toBe(TEXT);
  });

  it('ends once the server lists the class', () => {
    const state = withDefinitions(guessed(open(null)), DEFINITIONS);
    expect(state.form.cards.every(({ isGuess }) => isGuess === false)).toBe(true);
    expect(field(state, MODE).kind).toBe('combo');
    expect(guessed(open()).form).toEqual(withDefinitions(open(), DEFINITIONS).form);
  });
});

/** Returns the keys of the fields that block the workflow. Only the fields in `isPending` have a pending file. */
function keysToFix(state: EditorState, isPending: (key: string) => boolean): (string | null)[] {
  return workflowProblems({ ...state, isAttempted: false }, (key) => (isPending(key) ? 'pending' : 'none'))
    .filter(({ isBlocking, fieldKey: key }) => isBlocking && key !== null)
    .map(({ fieldKey: key }) => key);
}

describe('edits', () => {
  it('change no other byte of the workflow', () => {
    const state = setTyped(open(), field(open(), CFG), '1.50', 0);
    expect(workflowText(state)).toBe(TEXT.replace('1.0', '1.50'));
    expect(workflowText(open())).toBe(TEXT);
  });

  it('never convert a seed to a double', () => {
    const opened = open();
    expect(textOf(opened, SEED)).toBe('18446744073709551615');
    const state = setTyped(opened, field(opened, SEED), '18446744073709551614', 0);
    expect(state.values.get(SEED)).toEqual(new LosslessNumber('18446744073709551614'));
    expect(workflowText(state)).toContain('"seed": 18446744073709551614');
  });

  it('keep invalid numbers on screen, and out of the workflow', () => {
    const opened = open();
    const state = setTyped(opened, field(opened, CFG), '1.', 0);
    const broken = setTyped(state, field(opened, CFG), 'abc', 1);
    expect([textOf(broken, CFG), problemOf(broken, field(opened, CFG))]).toEqual(['abc', 'This is not a number.']);
    expect(workflowText(broken)).toContain('"cfg": 1,');
    expect(keysToFix(broken, () => false)).toContain(CFG);
    expect(settleTyped(broken, CFG)).toBe(broken);
    expect(textOf(settleTyped(state, CFG), CFG)).toBe('1');
  });

  it('are validated immediately, with error messages', () => {
    const opened = open();
    const state = setValue(setTyped(opened, field(opened, CFG), '2.4', 0), MODE, 'c', 0);
    expect([problemOf(state, field(state, CFG)), problemOf(state, field(state, MODE))]).toEqual([
      'At most 2.',
      'Not one of a, b.',
    ]);
  });

  it('require an image if the surface has none of that name, unless it is being uploaded', () => {
    const opened = open();
    expect(problemOf(opened, field(opened, IMAGE))).toMatch(/“harbour.png”, which is not on the server/);
    expect(keysToFix(opened, () => false)).toEqual([IMAGE]);
    expect(keysToFix(opened, (key) => key === IMAGE)).toEqual([]);
    expect(problemOf(open(null), field(open(null), IMAGE))).toBeNull();
  });

  it('are undone per edit of a field, not per character', () => {
    const opened = open();
    let state = setTyped(opened, field(opened, CFG), '1.2', 100);
    state = setTyped(state, field(opened, CFG), '1.25', 200);
    state = setValue(state, MODE, 'b', 300);
    state = undoEdit(state);
    expect(state.values.get(MODE)).toBe('a');
    state = undoEdit(state);
    expect(workflowText(state)).toBe(TEXT);
    expect(workflowText(redoEdit(redoEdit(state)))).toBe(TEXT.replace('1.0', '1.25').replace('"a"', '"b"'));
  });

  it('are undone in one sequence with those of the template, typed text as a whole', () => {
    const seed = { nodeId: '12', input: 'seed' };
    const pinned = pinInput(EMPTY_TEMPLATE, seed);
    let state = setTemplate(open(), pinned, null, 100);
    state = setTemplate(state, editInput(pinned, seed, { label: 'V' }), 'label', 200);
    state = setTemplate(state, editInput(pinned, seed, { label: 'Variation' }), 'label', 300);
    state = setValue(state, MODE, 'b', 400);
    const labels = ({ draft: { template = EMPTY_TEMPLATE } }: EditorState) =>
      pinnedInputs(template).map(({ label }) => label);
    state = undoEdit(state);
    expect([state.values.get(MODE), labels(state)]).toEqual(['a', ['Variation']]);
    state = undoEdit(state);
    expect(labels(state)).toEqual(['']);
    state = undoEdit(state);
    expect(labels(state)).toEqual([]);
    expect(labels(redoEdit(redoEdit(state)))).toEqual(['Variation']);
    // The same change again is no edit.
    expect(setTemplate(open(), EMPTY_TEMPLATE, null, 500).undo).toEqual([]);
  });

  it('restore the original byte for byte when all of them are undone', () => {
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

describe('a rejection', () => {
  it('J-2.75, J-2.76: is shown at its field with its reason, until the next edit', () => {
    const state = withRejection(open(), {
      '12': [
        { field: 'mode', reason: 'too_shiny' },
        { field: 'image', reason: 'bad_link', message: 'Nothing there' },
      ],
    });
    expect(problemOf(state, field(state, MODE))).toBe('too_shiny');
    expect(state.nodeProblems).toEqual({ '12': [{ field: 'image', reason: 'bad_link', message: 'Nothing there' }] });
    expect(keysToFix(state, () => false)).not.toContain(MODE);
    const edited = setValue(state, MODE, 'b', 0);
    expect(problemOf(edited, field(edited, MODE))).toBeNull();
  });
});

describe('a workflow for ComfyUI', () => {
  const ofComfyui = Object.fromEntries(
    Object.entries(DEFINITIONS).map(([name, definition]) => [name, { ...definition, python_module: 'nodes' }]),
  );

  it.each([
    [MODE, 'new', false],
    [CFG, 'five', true],
    [IMAGE, 'other.png', false],
    [IMAGE, '', true],
  ])('%s with %j is only blocked if ComfyUI certainly rejects it', (key, value, blocks) => {
    const state = { ...open(ofComfyui), values: new Map(open(ofComfyui).values).set(key, value) };
    expect(state.isRunByComfyui).toBe(true);
    expect(warningOf(state, field(state, key))?.startsWith('ComfyUI may reject this: ') ?? false).toBe(!blocks);
    expect(keysToFix(state, () => false).includes(key)).toBe(blocks);
    expect(problemOf(state, field(state, key)) !== null).toBe(blocks);
  });

  it.each(['clipspace/mask.png [input]', `flowdeck/${'ab'.repeat(32)}.png`, 'mask.png [output]'])(
    'accepts %s, which is never in a list of files',
    (value) => {
      const state = setValue(open(ofComfyui), IMAGE, value, 0);
      expect([problemOf(state, field(state, IMAGE)), warningOf(state, field(state, IMAGE))]).toEqual([null, null]);
      expect(keysToFix(state, () => false)).toEqual([]);
    },
  );

  it('does not block a field or an input that only left-out outputs need', () => {
    const more = {
      '30': { class_type: 'Sampler', inputs: { image: ['3', 0], cfg: 'five', seed: 1, mode: 'a' } },
      '31': { class_type: 'SaveImage', inputs: { images: ['30', 0], filename_prefix: 'y' } },
      '32': { class_type: 'SaveImage', inputs: { filename_prefix: 'z' } },
    };
    const text = TEXT.replace(/\}$/, `, ${JSON.stringify(more).slice(1)}`);
    const state = openEditor(makeDraft('local', { text, title: 'x.json', origin: 'file' }, 0), ofComfyui);
    expect(state.partialRun).toMatchObject({
      runs: ['20'],
      leftOut: [
        { id: '31', causeId: '30' },
        { id: '32', causeId: '32' },
      ],
    });
    const found = workflowProblems({ ...state, isAttempted: true });
    expect(found.filter(({ nodeId }) => nodeId !== '3')).toMatchObject([
      { nodeId: '32', fieldKey: null, message: 'Images is missing.', severity: 'warning', isBlocking: false },
      { nodeId: '30', fieldKey: fieldKey('30', 'cfg'), severity: 'warning', isBlocking: false },
    ]);
    expect(warningOf(state, field(state, fieldKey('30', 'cfg')))).toMatch(/^ComfyUI leaves out the outputs that need/);
  });

  it('shows the error of a rejected submission instead of the warning', () => {
    const opened = setValue(open(ofComfyui), MODE, 'new', 0);
    const state = withRejection(opened, { '12': [{ field: 'mode', reason: 'not_in_list' }] });
    expect([problemOf(state, field(state, MODE)), warningOf(state, field(state, MODE))]).toEqual(['not_in_list', null]);
  });
});

describe('a choice that decides which inputs a node has', () => {
  const TEXT_OF_RESIZE =
    '{"5":{"class_type":"Resize","inputs":{"how":"factor","how.factor":1.50}},"6":{"class_type":"X","inputs":{"seed":18446744073709551615}}}';
  const HOW = fieldKey('5', 'how');
  const draft = () => makeDraft('local', { text: TEXT_OF_RESIZE, title: 'x.json', origin: 'file' }, 0);
  const namesIn = ({ form }: EditorState) =>
    form.cards.find(({ nodeId }) => nodeId === '5')?.fields.map(({ name }) => name);

  it('is a list of its options, whose inputs follow with their bounds', () => {
    const state = openEditor(draft(), DEFINITIONS);
    expect(field(state, HOW)).toMatchObject({ kind: 'combo', spec: { options: ['factor', 'size'] } });
    expect(field(state, fieldKey('5', 'how.factor'))).toMatchObject({ kind: 'float', spec: { max: 8 } });
  });

  it('changes the fields, in one step that can be undone', () => {
    const state = setValue(openEditor(draft(), DEFINITIONS), HOW, 'size', 1);
    expect(namesIn(state)).toEqual(['how', 'how.width', 'how.height']);
    expect(workflowText(state)).toContain('"inputs":{"how":"size","how.width":64,"how.height":32}');
    expect(workflowText(state)).toContain('18446744073709551615');
    expect(state.undo).toHaveLength(1);
    const undone = undoEdit(state);
    expect(workflowText(undone)).toBe(TEXT_OF_RESIZE);
    expect(namesIn(undone)).toEqual(['how', 'how.factor']);
    expect(workflowText(redoEdit(undone))).toBe(workflowText(state));
  });

  it('blocks the run in front of ComfyUI if there is no such option', () => {
    const ofComfyui = {
      Resize: { ...DEFINITIONS['Resize'], name: 'Resize', python_module: 'nodes' },
      X: { name: 'X', input: {}, python_module: 'nodes', output_node: true },
    } as NodeDefinitions;
    const text = TEXT_OF_RESIZE.replace('"factor"', '"area"');
    const state = openEditor(makeDraft('local', { text, title: 'x', origin: 'file' }, 0), ofComfyui);
    expect(problemOf(state, field(state, HOW))).toBe('Not one of factor, size.');
  });
});

describe('a class that the connected ComfyUI does not have', () => {
  const text = '{"1": {"class_type": "Samplers", "inputs": {}}, "2": {"class_type": "Samplerz", "inputs": {}}}';
  const opened = openEditor(makeDraft('local', { text, title: 'a.json', origin: 'file' }, 0), DEFINITIONS);
  const messages = (comfyui: EditorState['comfyui']) => {
    const { nodeProblems } = withDefinitions(
      { ...opened, comfyui, guesses: { Samplers: { name: 'Samplers', input: {} } } },
      DEFINITIONS,
    );
    return Object.values(nodeProblems).flatMap((problems) => problems.map(({ message }) => message));
  };

  it('is not taken for a typo if ComfyUI has it itself', () => {
    expect(messages('connected')).toEqual([
      "The connected ComfyUI lacks Samplers, one of ComfyUI's own classes. Update ComfyUI, or check its log for why the class was not loaded.",
      'Unknown node class Samplerz. Did you mean Sampler?',
    ]);
  });

  it('is listed only once while none is connected', () => {
    expect(messages('away')).toEqual([]);
  });
});
