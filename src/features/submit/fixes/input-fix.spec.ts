import { describe, expect, it } from 'vitest';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { validateGraph } from '@contract/workflow/validate';
import { makeDraft } from '@/domains/drafts/make-draft';
import {
  openEditor,
  redoEdit,
  setClass,
  setInput,
  setValue,
  undoEdit,
  workflowText,
  type EditorState,
} from '../draft/editor-state';
import { fieldKey } from '@/domains/drafts/field-key';
import { inputFix } from './input-fix';

const DEFINITIONS: NodeDefinitions = {
  Load: {
    name: 'Load',
    input: { required: { name: [['a', 'b']] } },
    output: ['MODEL', 'CLIP'],
    output_name: ['model', ''],
  },
  Sample: {
    name: 'Sample',
    input: {
      required: {
        model: ['MODEL'],
        seed: ['INT', { default: 7, min: 0 }],
        mode: [['x', 'y'], { default: 'y' }],
        size: ['INT', { min: 64, max: 128 }],
        image: [['a.png'], { image_upload: true }],
      },
    },
    output: ['MODEL'],
    output_node: true,
  },
};

const TEXT = `{
  "1": {"class_type": "Load", "inputs": {"name": "a"}, "_meta": {"title": "Base"}},
  "2": {"class_type": "Sample", "inputs": {"model": ["9", 0]}},
  "3": {"class_type": "Sample", "inputs": {"model": ["2", 0], "seed": 18446744073709551615}}
}`;

function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

const fixOf = (nodeId: string, field: string, reason: string) =>
  inputFix({ graph: graphOf(TEXT), definitions: DEFINITIONS, guesses: null }, nodeId, { field, reason });

describe('inputFix', () => {
  it('adds a missing value with its default, else an empty one within its bounds', () => {
    expect(['seed', 'mode', 'size', 'image'].map((field) => fixOf('2', field, 'missing_input'))).toEqual([
      { kind: 'value', value: 7 },
      { kind: 'value', value: 'y' },
      { kind: 'value', value: 64 },
      { kind: 'value', value: '' },
    ]);
  });

  it('offers outputs of the type, but none that would make a cycle', () => {
    expect(fixOf('2', 'model', 'missing_node')).toEqual({
      kind: 'link',
      choices: [{ nodeId: '1', slot: 0, label: 'Base 1, model' }],
    });
    expect(fixOf('3', 'model', 'missing_link')).toEqual({
      kind: 'link',
      choices: [
        { nodeId: '1', slot: 0, label: 'Base 1, model' },
        { nodeId: '2', slot: 0, label: 'Sample 2, MODEL' },
      ],
    });
  });

  it('offers the known class of a similar name', () => {
    const graph = graphOf('{"1":{"class_type":"Sampl","inputs":{}},"2":{"class_type":"Other","inputs":{}}}');
    const classOf = (nodeId: string) =>
      inputFix({ graph, definitions: DEFINITIONS, guesses: null }, nodeId, {
        field: 'class_type',
        reason: 'unknown_class',
      });
    expect(classOf('1')).toEqual({ kind: 'class', classType: 'Sample' });
    expect(classOf('2')).toBeNull();
  });

  it('offers no other class for one of ComfyUI itself', () => {
    const graph = graphOf('{"1":{"class_type":"Sampl","inputs":{}}}');
    const state = { graph, definitions: DEFINITIONS, guesses: { Sampl: { name: 'Sampl', input: {} } } };
    expect(inputFix(state, '1', { field: 'class_type', reason: 'unknown_class' })).toBeNull();
  });

  it('is null for problems that it does not know, and without definitions', () => {
    expect(fixOf('2', 'model', 'cycle')).toBeNull();
    expect(fixOf('2', 'other', 'missing_input')).toBeNull();
    expect(fixOf('7', 'model', 'missing_input')).toBeNull();
    expect(
      inputFix({ graph: graphOf(TEXT), definitions: null, guesses: null }, '2', {
        field: 'seed',
        reason: 'missing_input',
      }),
    ).toBeNull();
  });

  it('leaves a valid workflow once each problem with a fix is fixed', () => {
    let text = TEXT.replace('"2", 0', '"9", 1');
    for (let round = 0; round < 12; round += 1) {
      const graph = graphOf(text);
      const found = Object.entries(validateGraph(graph, DEFINITIONS)).flatMap(([nodeId, problems]) =>
        problems.map((problem) => ({
          nodeId,
          problem,
          fix: inputFix({ graph, definitions: DEFINITIONS, guesses: null }, nodeId, problem),
        })),
      );
      const next = found.find(({ fix }) => fix !== null);
      if (!next?.fix) break;
      const { fix, nodeId, problem } = next;
      const link = fix.kind === 'link' ? fix.choices[0] : undefined;
      const value = fix.kind === 'value' ? fix.value : [link?.nodeId ?? '', link?.slot ?? 0];
      text = workflowText(setInput(opened(text), nodeId, problem.field, value));
    }
    const left = Object.values(validateGraph(graphOf(text), DEFINITIONS)).flat();
    // Only the user can choose a file.
    expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['missing_file']));
  });
});

function opened(text: string): EditorState {
  return openEditor(makeDraft('local', { text, title: 't', origin: 'file' }, 1), DEFINITIONS);
}

describe('setInput', () => {
  const SEED = fieldKey('3', 'seed');

  it('adds a field, keeps other edits, and is undone and redone', () => {
    const edited = setValue(opened(TEXT), SEED, 5, 1);
    const added = setInput(edited, '2', 'size', 64);
    expect(added.form.fields.get(fieldKey('2', 'size'))?.value).toBe(64);
    expect(workflowText(added)).toBe(
      TEXT.replace('18446744073709551615', '5').replace('["9", 0]', '["9", 0],"size":64'),
    );
    const undone = undoEdit(added);
    expect(undone.form.fields.has(fieldKey('2', 'size'))).toBe(false);
    expect(undone.values.get(SEED)).toBe(5);
    expect(workflowText(undoEdit(undone))).toBe(TEXT);
    expect(workflowText(redoEdit(redoEdit(undoEdit(undone))))).toBe(workflowText(added));
  });

  it('undoes later edits of the new field before the field itself', () => {
    const size = fieldKey('2', 'size');
    const state = setValue(setInput(opened(TEXT), '2', 'size', 64), size, 100, 5000);
    expect(undoEdit(state).values.get(size)).toBe(64);
    expect(workflowText(undoEdit(undoEdit(state)))).toBe(TEXT);
  });

  it('replaces a class in one step, and keeps the inputs', () => {
    const state = opened('{"1":{"class_type":"Sampl","inputs":{"seed":18446744073709551615}}}');
    const fixed = setClass(state, '1', 'Sample');
    expect(workflowText(fixed)).toBe('{"1":{"class_type":"Sample","inputs":{"seed":18446744073709551615}}}');
    expect(fixed.form.fields.get(fieldKey('1', 'seed'))?.spec).not.toBeNull();
    expect(workflowText(undoEdit(fixed))).toBe(state.draft.text);
  });

  it('changes nothing in a node without inputs', () => {
    const state = opened('{"1":{"class_type":"Load"}}');
    expect(setInput(state, '1', 'name', 'a')).toBe(state);
  });
});
