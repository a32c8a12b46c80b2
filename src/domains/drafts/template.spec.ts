import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  addGroup,
  editInput,
  EMPTY_TEMPLATE,
  keepInputs,
  moveGroupTo,
  moveInputTo,
  pinInput,
  pinnedInputs,
  removeGroup,
  renameGroup,
  stepGroup,
  stepInput,
  TEMPLATE_LIMITS,
  templateRows,
  unpinInput,
  type Template,
} from './template';

const at = (input: string) => ({ nodeId: '3', input });
const pinAll = (...inputs: string[]) =>
  inputs.reduce((template, input) => pinInput(template, at(input)), EMPTY_TEMPLATE);

/** Such as `# a b # c`: headings and inputs in order. */
function outline(template: Template): string {
  return templateRows(template)
    .map((row) => (row.kind === 'group' ? `#${row.title}` : row.pinned.input))
    .join(' ');
}

function twoGroups(): Template {
  let template = renameGroup(pinAll('a', 'b'), 1, 'one');
  template = renameGroup(addGroup(template), 2, 'two');
  return pinInput(template, at('c'));
}

describe('pinning', () => {
  it('adds an input to the last group, once', () => {
    const template = twoGroups();
    expect(outline(template)).toBe('#one a b #two c');
    expect(pinInput(template, at('a'))).toBe(template);
  });

  it('stops at the limit', () => {
    const names = Array.from({ length: TEMPLATE_LIMITS.inputs + 2 }, (_, index) => `i${index}`);
    expect(pinnedInputs(pinAll(...names))).toHaveLength(TEMPLATE_LIMITS.inputs);
  });

  it('removes an input, and keeps the labels of others', () => {
    const template = editInput(twoGroups(), at('b'), { label: 'Strength' });
    expect(pinnedInputs(unpinInput(template, at('a'))).map(({ label }) => label)).toEqual(['Strength', '']);
  });

  it('omits inputs that a workflow lacks, and counts them', () => {
    const { template, lost } = keepInputs(twoGroups(), ({ input }) => input !== 'a');
    expect([outline(template), lost]).toEqual(['#one b #two c', 1]);
  });
});

describe('order', () => {
  it('steps past a heading into the next group, and stops at both ends', () => {
    let template = stepInput(twoGroups(), at('b'), 1);
    expect(outline(template)).toBe('#one a #two b c');
    template = stepInput(template, at('b'), -1);
    expect(outline(template)).toBe('#one a b #two c');
    expect(stepInput(template, at('a'), -1)).toBe(template);
    expect(stepInput(template, at('c'), 1)).toBe(template);
  });

  it('moves an input to any row below the first heading', () => {
    expect(outline(moveInputTo(twoGroups(), at('c'), 1))).toBe('#one c a b #two');
    expect(outline(moveInputTo(twoGroups(), at('c'), 0))).toBe('#one c a b #two');
    expect(outline(moveInputTo(twoGroups(), at('a'), 99))).toBe('#one b #two c a');
  });

  it('moves a group with its inputs', () => {
    const template = stepGroup(twoGroups(), 2, -1);
    expect(outline(template)).toBe('#two c #one a b');
    expect(stepGroup(template, 2, -1)).toBe(template);
    expect(outline(moveGroupTo(template, 2, 1))).toBe('#one a b #two c');
    expect(moveGroupTo(template, 1, 7)).toBe(template);
    expect(moveGroupTo(template, 9, 0)).toBe(template);
  });

  it('keeps the inputs of a removed group: above, or below if it was the first', () => {
    expect(outline(removeGroup(twoGroups(), 2))).toBe('#one a b c');
    expect(outline(removeGroup(twoGroups(), 1))).toBe('#two a b c');
    expect(outline(removeGroup(renameGroup(pinAll('a'), 1, 'one'), 1))).toBe('# a');
  });

  it('loses and repeats no input in any sequence of moves', () => {
    const step = fc.constantFrom(-1 as const, 1 as const);
    const input = fc.constantFrom('a', 'b', 'c').map(at);
    const change = fc.oneof(
      fc.tuple(input, step).map(
        ([address, by]) =>
          (template: Template) =>
            stepInput(template, address, by),
      ),
      fc.tuple(input, fc.integer({ min: -2, max: 9 })).map(
        ([address, to]) =>
          (template: Template) =>
            moveInputTo(template, address, to),
      ),
      fc.tuple(fc.integer({ min: 1, max: 4 }), step).map(
        ([id, by]) =>
          (template: Template) =>
            stepGroup(template, id, by),
      ),
      fc.integer({ min: 1, max: 4 }).map((id) => (template: Template) => removeGroup(template, id)),
      fc.constant(addGroup),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const template = changes.reduce((current, apply) => apply(current), twoGroups());
        expect(
          pinnedInputs(template)
            .map((pinned) => pinned.input)
            .toSorted(),
        ).toEqual(['a', 'b', 'c']);
        const ids = template.groups.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(templateRows(template)[0]?.kind).toBe('group');
      }),
    );
  });
});
