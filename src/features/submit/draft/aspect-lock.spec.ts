import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { makeDraft } from '@/domains/drafts/make-draft';
import {
  endEditGroup,
  openEditor,
  redoEdit,
  setTyped,
  setValues,
  undoEdit,
  withAspect,
  workflowText,
  type EditorState,
} from './editor-state';
import { fieldKey } from '@/domains/drafts/field-key';
import type { FormField } from './form-model';

const DEFINITIONS: NodeDefinitions = {
  Latent: {
    name: 'Latent',
    input: {
      required: { width: ['INT', { min: 16, max: 4096, step: 8 }], height: ['INT', { min: 16, max: 4096, step: 8 }] },
    },
    output: ['LATENT'],
  },
};
const TEXT = '{"5":{"class_type":"Latent","inputs":{"width":1920,"height":1080}}}';
const WIDTH = fieldKey('5', 'width');
const HEIGHT = fieldKey('5', 'height');

const opened = () => openEditor(makeDraft('local', { text: TEXT, title: 't', origin: 'file' }, 1), DEFINITIONS);
const locked = () => withAspect(opened(), WIDTH, { width: 1920, height: 1080 });

function fieldOf(state: EditorState, key: string): FormField {
  const field = state.form.fields.get(key);
  if (!field) throw new Error('no such field');
  return field;
}

const type = (state: EditorState, key: string, ...texts: string[]) =>
  texts.reduce((next, text, index) => setTyped(next, fieldOf(next, key), text, 10_000 + index), state);
const sizeOf = ({ values }: EditorState) => [values.get(WIDTH), values.get(HEIGHT)];

describe('a locked ratio', () => {
  it('changes the other side, in its steps', () => {
    expect(sizeOf(type(locked(), WIDTH, '1280'))).toEqual([1280, 720]);
    expect(sizeOf(type(locked(), HEIGHT, '540'))).toEqual([960, 540]);
    expect(workflowText(type(locked(), WIDTH, '1280'))).toBe(
      '{"5":{"class_type":"Latent","inputs":{"width":1280,"height":720}}}',
    );
  });

  it('is not changed by what is typed on the way', () => {
    expect(sizeOf(type(locked(), WIDTH, '1', '12', '128', '1280'))).toEqual([1280, 720]);
  });

  it('is one step of undo and redo', () => {
    const typed = type(locked(), WIDTH, '1', '12', '128', '1280');
    const undone = undoEdit(typed);
    expect(sizeOf(undone)).toEqual([1920, 1080]);
    expect(undone.undo).toEqual([]);
    expect(sizeOf(redoEdit(undone))).toEqual([1280, 720]);
  });

  it('becomes that of a size that was set otherwise', () => {
    const square = setValues(
      locked(),
      [
        [WIDTH, 1024],
        [HEIGHT, 1024],
      ],
      1,
    );
    expect(sizeOf(type(endEditGroup(square), WIDTH, '5', '51', '512'))).toEqual([512, 512]);
    const undone = undoEdit(type(endEditGroup(square), WIDTH, '512'));
    expect(sizeOf(type(undoEdit(undone), WIDTH, '1280'))).toEqual([1280, 720]);
  });

  it('leaves the other side alone while the text is not a positive number, and without a lock', () => {
    expect(sizeOf(type(locked(), WIDTH, ''))).toEqual([1920, 1080]);
    expect(sizeOf(type(locked(), WIDTH, '0'))).toEqual([0, 1080]);
    expect(sizeOf(type(opened(), WIDTH, '1280'))).toEqual([1280, 1080]);
  });
});

describe('values set together', () => {
  it('are undone and redone together, apart from what was typed before', () => {
    const key = fc.constantFrom(WIDTH, HEIGHT);
    const edits = fc.array(
      fc.oneof(
        fc.tuple(key, fc.integer({ min: 16, max: 99 })).map(([one, value]) => [[one, value]] as [string, number][]),
        fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 99 })).map(
          ([width, height]) =>
            [
              [WIDTH, width],
              [HEIGHT, height],
            ] as [string, number][],
        ),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(edits, (list) => {
        let state = opened();
        const sizes = [sizeOf(state)];
        for (const values of list) {
          const next = endEditGroup(setValues(state, values, Date.now()));
          if (next.undo.length > state.undo.length) sizes.push(sizeOf(next));
          state = next;
        }
        expect(sizeOf(state)).toEqual(sizes.at(-1));
        const undone: unknown[] = [];
        while (state.undo.length > 0) undone.push(sizeOf((state = undoEdit(state))));
        expect(undone).toEqual(sizes.slice(0, -1).reverse());
        while (state.redo.length > 0) state = redoEdit(state);
        expect(sizeOf(state)).toEqual(sizes.at(-1));
      }),
    );
  });
});
