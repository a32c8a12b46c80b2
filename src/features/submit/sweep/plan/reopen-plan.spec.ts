import { describe, expect, it } from 'vitest';
import { assetReference } from '@contract/workflow/asset-references';
import { numberFromText, type JsonValue } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fc } from '@contract/testing/properties';
import { cellCount, cellWorkflow, type BatchAxis, type BatchPlan } from '@/domains/batches/batch-plan';
import { buildForm } from '../../draft/form-model';
import { buildSweep } from './build-sweep';
import { inputLabels } from './input-labels';
import { reopenPlan } from './reopen-plan';
import { newSweep } from './sweep-form';

const DEFINITIONS: NodeDefinitions = {
  Sampler: {
    name: 'Sampler',
    input: {
      required: {
        seed: ['INT', { min: 0, max: 2 ** 64 }],
        cfg: ['FLOAT', { min: 0, max: 10 }],
        scheduler: [['normal', 'karras', 'simple'], {}],
        tiled: ['BOOLEAN', {}],
      },
    },
  },
  Prompt: { name: 'Prompt', input: { required: { text: ['STRING', { multiline: true }] } } },
  LoadImage: { name: 'LoadImage', input: { required: { image: [['a.png'], { image_upload: true }] } } },
};
const INPUTS = [
  ['1', 'text'],
  ['2', 'seed'],
  ['2', 'cfg'],
  ['2', 'scheduler'],
  ['2', 'tiled'],
  ['2', 'custom'],
  ['3', 'image'],
] as const;
const WORKFLOW = JSON.stringify({
  '1': { class_type: 'Prompt', inputs: { text: 'a cat' } },
  '2': { class_type: 'Sampler', inputs: { seed: 1, cfg: 7, scheduler: 'normal', tiled: false, custom: [1] } },
  '3': { class_type: 'LoadImage', inputs: { image: 'a.png' } },
});

const read = readWorkflow(WORKFLOW);
if (!read.ok) throw new Error(read.problem.message);
const form = buildForm(read.graph, DEFINITIONS);
const context = { form, labels: inputLabels(form), isRunByComfyui: true, lists: {}, inputsAfter: () => null };
let ids = 0;
const reopen = (plan: BatchPlan) => reopenPlan(plan, context, () => `axis ${(ids += 1)}`);
const cellsOf = (plan: BatchPlan | null) =>
  plan === null ? [] : Array.from({ length: cellCount(plan) }, (_, cell) => cellWorkflow(WORKFLOW, plan, cell));

const axisOf = (
  inputs: readonly (readonly [string, string])[],
  rows: readonly (readonly JsonValue[])[],
): BatchAxis => ({
  label: inputs.map(([, input]) => input).join(', '),
  inputs: inputs.map(([nodeId, input]) => ({ nodeId, input, label: input })),
  rows: rows.map((values, index) => ({ label: `row ${index}`, values })),
});
const photo = (name: string) => assetReference({ id: name, file_path: name });

const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(true, false, 'normal', 'karras', 'simple', '', ' a ', 'a,b', 'one\ntwo', '"quoted"', null),
  fc.constantFrom(photo('a.png'), photo('b.png')),
  fc.constantFrom('18446744073709551615', '7.50', '1', '-0', '1e3').map(numberFromText),
  fc.string(),
  fc.integer(),
  fc.array(fc.nat(3)),
);
const plans: fc.Arbitrary<BatchPlan> = fc
  .tuple(
    fc.shuffledSubarray([...INPUTS], { minLength: 1 }),
    fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
  )
  .chain(([inputs, sizes]) => {
    const groups = sizes.map((size, at) => inputs.slice(at * 2, at * 2 + size)).filter((group) => group.length > 0);
    return fc.tuple(
      ...groups.map((group) =>
        fc
          .array(fc.tuple(...group.map(() => value)), { minLength: 1, maxLength: 3 })
          .map((rows) => axisOf(group, rows)),
      ),
    );
  })
  .map((axes) => ({ axes }));

describe('the plan of a batch, opened again', () => {
  it('has the same cells', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const again = buildSweep({ ...newSweep(), axes: reopen(plan) }, context);
        expect(cellsOf(again.plan)).toEqual(cellsOf(plan));
      }),
    );
  });

  it.each([
    ['numbers as a list', axisOf([['2', 'cfg']], [[1], [numberFromText('7.50')]]), { source: 'list', list: '1\n7.50' }],
    ['an enumeration as choices', axisOf([['2', 'scheduler']], [['normal'], ['simple']]), { source: 'choices' }],
    ['files with their references', axisOf([['3', 'image']], [[photo('a.png')]]), { source: 'files' }],
    ['texts of several lines as a table', axisOf([['1', 'text']], [['one\ntwo']]), { text: '"text"\n"one\ntwo"' }],
    [
      'paired inputs as a table',
      axisOf(
        [
          ['1', 'text'],
          ['2', 'cfg'],
        ],
        [['a', 1]],
      ),
      { text: '"text","cfg"\n"a","1"' },
    ],
    [
      'paired files as fixed values',
      axisOf(
        [
          ['1', 'text'],
          ['3', 'image'],
        ],
        [['a', photo('b.png')]],
      ),
      { kind: 'fixed' },
    ],
    ['an empty text as a fixed value', axisOf([['1', 'text']], [['']]), { kind: 'fixed' }],
  ])('has %s', (_, axis, expected) => {
    expect(reopen({ axes: [axis] })).toMatchObject([expected]);
  });

  it('names inputs that the workflow no longer has', () => {
    const plan = { axes: [axisOf([['9', 'gone']], [[1]])] };
    const { axes, isReady } = buildSweep({ ...newSweep(), axes: reopen(plan) }, context);
    expect(axes[0]?.problems).toEqual([
      { message: 'The workflow no longer has gone. Remove this axis.', severity: 'error' },
    ]);
    expect(isReady).toBe(false);
  });
});
