import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { bodyFromText, bodyText, removeValue, setValue, valueAt, type Body } from './body';
import { appendItems, moveItem } from './body-edits';
import type { Field } from './field';
import { fits } from './fits';
import { compileForm } from './model-form';
import { initialInput, initialValue } from './initial-value';
import { MODEL_DOCUMENTS } from './testing/model-documents';
import { branchOf, switchBranch } from './compile/union';

const ROOTS = Object.values(MODEL_DOCUMENTS).map((document) => compileForm(document).root);

/** Selects a field of the form by a list of indexes. */
function fieldAt(root: Field, choices: readonly number[]): Field {
  return choices.reduce<Field>((field, choice) => {
    if (field.kind === 'union') return field.branches[choice % field.branches.length]?.field() ?? field;
    if (field.kind === 'array') return field.item(choice % 3);
    if (field.kind === 'map') return field.entry(`name ${choice % 3}`);
    if (field.kind !== 'object') return field;
    const fields = field.fields();
    return fields[choice % fields.length] ?? field;
  }, root);
}

/** Applies a user action to a field, whatever its value. */
function act(body: Body, field: Field, action: string, text: string): Body {
  const value = valueAt(body, field.path);
  switch (action) {
    case 'begin':
      return setValue(body, field.path, initialValue(field));
    case 'type':
      return setValue(body, field.path, text);
    case 'null':
      return setValue(body, field.path, null);
    case 'clear':
      return removeValue(body, field.path);
    case 'add':
      return field.kind === 'array' ? appendItems(body, field.path, [initialValue(field.item(1))]) : body;
    case 'move':
      return moveItem(body, field.path, 0, 1);
    default:
      return field.kind === 'union' ? setValue(body, field.path, switchBranch(field, text.length, value)) : body;
  }
}

const path = fc.array(fc.nat(9), { minLength: 1, maxLength: 5 });
const action = fc.constantFrom('begin', 'type', 'null', 'clear', 'add', 'move', 'switch');

describe('a form', { timeout: 20_000 }, () => {
  it('loses nothing when it is converted to text and back, after any actions', () => {
    const step = fc.tuple(path, action, fc.constantFrom('', 'x', 'ü\n"', '\ud800', '__proto__', 'https://x'));
    fc.assert(
      fc.property(fc.nat(ROOTS.length - 1), fc.array(step, { maxLength: 8 }), (index, steps) => {
        const root = ROOTS[index] as Field;
        let body = initialInput(root);
        for (const [choices, what, text] of steps) body = act(body, fieldAt(root, choices), what, text);
        const again = bodyFromText(bodyText(body));
        expect(isSameJson(again.value, body.value)).toBe(true);
        expect(bodyText(again)).toBe(bodyText(body));
      }),
      { numRuns: runs(150) },
    );
  });

  it('initializes each field with a value that its control can show', () => {
    fc.assert(
      fc.property(fc.nat(ROOTS.length - 1), path, (index, choices) => {
        const field = fieldAt(ROOTS[index] as Field, choices);
        expect(fits(field, initialValue(field))).toBe(true);
      }),
    );
  });

  it('identifies the branch that it switched to', () => {
    fc.assert(
      fc.property(fc.nat(ROOTS.length - 1), path, fc.nat(9), fc.jsonValue(), (index, choices, choice, before) => {
        const field = fieldAt(ROOTS[index] as Field, choices);
        if (field.kind !== 'union') return;
        const branch = choice % field.branches.length;
        const value = switchBranch(field, branch, before as JsonValue);
        expect(branchOf(field, value)).toBe(branch);
      }),
      { numRuns: runs(200) },
    );
  });
});
