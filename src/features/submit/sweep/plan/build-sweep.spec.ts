import { describe, expect, it } from 'vitest';
import { LosslessNumber, stringifyJson } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fc } from '@contract/testing/properties';
import { fieldKey } from '@/domains/drafts/field-key';
import { buildForm } from '../../draft/form-model';
import { buildSweep, type SweepContext } from './build-sweep';
import { withTable } from './csv-axis';
import { inputLabels } from './input-labels';
import { openEditor } from '../../draft/editor-state';
import { sweepContextOf } from './sweep-context';
import { makeDraft } from '@/domains/drafts/make-draft';
import { cellCount, cellWorkflow } from '@/domains/batches/batch-plan';
import { previewOf } from './preview-rows';
import type { InputAxis, SweepAxis } from '@/domains/drafts/sweep-form';
import { newCsvAxis, newInputAxis, newSweep } from './sweep-form';

const DEFINITIONS: NodeDefinitions = {
  Sampler: {
    name: 'Sampler',
    input: {
      required: {
        seed: ['INT', { min: 0, max: 2 ** 64 }],
        steps: ['INT', { min: 1, max: 30 }],
        cfg: ['FLOAT', { min: 0, max: 10, step: 0.1 }],
        scheduler: [['normal', 'karras', 'simple'], {}],
        tiled: ['BOOLEAN', {}],
      },
    },
    output_node: true,
  },
  Prompt: { name: 'Prompt', input: { required: { text: ['STRING', { multiline: true }] } } },
  LoadImage: { name: 'LoadImage', input: { required: { image: [['a.png'], { image_upload: true }] } } },
};

const WORKFLOW = {
  '1': { class_type: 'Prompt', inputs: { text: 'a cat' }, _meta: { title: 'Positive' } },
  '2': { class_type: 'Prompt', inputs: { text: 'blurry' }, _meta: { title: 'Negative' } },
  '3': {
    class_type: 'Sampler',
    inputs: { seed: 1, steps: 20, cfg: 7, scheduler: 'normal', tiled: false },
    _meta: { title: 'Sampler' },
  },
  '4': { class_type: 'LoadImage', inputs: { image: 'a.png' } },
};

const LISTS = { animal: 'cat\n# a comment\ndog\nfox', color: 'red\nblue' };

function contextOf(workflow: object = WORKFLOW, isRunByComfyui = false): SweepContext {
  const result = readWorkflow(JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  const form = buildForm(result.graph, DEFINITIONS);
  return { form, labels: inputLabels(form), isRunByComfyui, lists: LISTS, inputsAfter: () => null };
}

const context = contextOf();
const axisOf = (nodeId: string, name: string, part: Partial<InputAxis>): InputAxis => ({
  ...newInputAxis(`${nodeId} ${name}`, context.form.fields.get(fieldKey(nodeId, name)) ?? null, '1'),
  ...part,
});
const listOf = (name: string, list: string) => axisOf('3', name, { source: 'list', list });
const build = (...axes: SweepAxis[]) => buildSweep({ ...newSweep(), axes }, context);
const valuesOf = (...axes: SweepAxis[]) =>
  build(...axes).axes.map(({ axis }) => axis?.rows.map(({ values }) => stringifyJson([...values])));
const problemsOf = (...axes: SweepAxis[]) =>
  build(...axes).axes.map(({ problems }) => problems.map((one) => one.message));
const table = (text: string) => withTable(newCsvAxis('t'), text, null, context.labels, () => null);

describe('the labels of inputs', () => {
  it('are as short as they can be without being ambiguous', () => {
    expect([...context.labels.values()].map(({ short }) => short)).toEqual([
      'text (Positive)',
      'text (Negative)',
      'seed',
      'steps',
      'cfg',
      'scheduler',
      'tiled',
      'image',
    ]);
    const { labels } = contextOf({ '1': WORKFLOW['1'], '5': WORKFLOW['1'] });
    expect([...labels.values()].map(({ short }) => short)).toEqual(['text (Positive 1)', 'text (Positive 5)']);
  });
});

describe('the values of an axis', () => {
  it.each<[string, SweepAxis, string[]]>([
    ['numbers from a list', listOf('cfg', '7.5, 8\n9.50 1e0'), ['[7.5]', '[8]', '[9.50]', '[1e0]']],
    ['numbers with decimal commas beside semicolons', listOf('cfg', '0,5; 7,25;8'), ['[0.5]', '[7.25]', '[8]']],
    ['seeds with every digit', listOf('seed', '18446744073709551615'), ['[18446744073709551615]']],
    ['long seeds of a manifest', table("seed\n'18446744073709551615"), ['[18446744073709551615]']],
    [
      'a range with exact decimals',
      axisOf('3', 'cfg', { source: 'range', range: { from: '0.1', to: '0.4', by: 'step', step: '0.1', count: '' } }),
      ['[0.1]', '[0.2]', '[0.3]', '[0.4]'],
    ],
    [
      'choices in the order of the definition',
      axisOf('3', 'scheduler', { choices: ['"simple"', '"normal"', '"gone"'] }),
      ['["normal"]', '["simple"]'],
    ],
    ['true and false', axisOf('3', 'tiled', { choices: ['true', 'false'] }), ['[true]', '[false]']],
    ['texts with commas', axisOf('1', 'text', { list: ' a cat, red \n\nb' }), ['["a cat, red"]', '["b"]']],
    [
      'wildcards',
      axisOf('1', 'text', {
        source: 'wildcards',
        wildcards: { text: '{a|b} cat', lists: {}, by: 'all', count: '', seed: '' },
      }),
      ['["a cat"]', '["b cat"]'],
    ],
    [
      'all values of a saved list',
      axisOf('1', 'text', {
        source: 'wildcards',
        wildcards: { text: 'a __animal__', lists: { animal: ' ' }, by: 'all', count: '', seed: '' },
      }),
      ['["a cat"]', '["a dog"]', '["a fox"]'],
    ],
    [
      'those of a list pasted for the sweep rather than of the saved one',
      axisOf('1', 'text', {
        source: 'wildcards',
        wildcards: { text: '__color__ __animal__', lists: { animal: 'hen' }, by: 'all', count: '', seed: '' },
      }),
      ['["red hen"]', '["blue hen"]'],
    ],
    [
      'consecutive seeds',
      axisOf('3', 'seed', { seeds: { by: 'consecutive', count: '2', start: '9', source: '0' } }),
      ['[9]', '[10]'],
    ],
  ])('are %s', (_, axis, values) => {
    expect(valuesOf(axis)).toEqual([values]);
    expect(problemsOf(axis)).toEqual([[]]);
  });

  it('are random ones of a saved list, the same for the same seed', () => {
    const picked = (seed: string) =>
      valuesOf(
        axisOf('1', 'text', {
          source: 'wildcards',
          wildcards: { text: '__animal__', lists: {}, by: 'random', count: '2', seed },
        }),
      );
    expect(picked('5')).toEqual(picked('5'));
    expect(new Set(Array.from({ length: 20 }, (_, seed) => String(picked(String(seed))))).size).toBeGreaterThan(1);
  });

  it('say that names of lists in given values are sent as typed', () => {
    const axis = axisOf('1', 'text', { source: 'list', list: 'a __animal__\na cat' });
    expect(problemsOf(axis)).toEqual([['__animal__ is sent as typed. To use its values, choose Wildcards.']]);
    expect(build(axis).isReady).toBe(true);
  });

  it('are uploaded files, once all of them are there', () => {
    const reference = { __type: 'core/ASSET', info: { id: 'x' } };
    const file = (name: string, part: object = {}) => ({ id: name, name, reference, problem: null, ...part });
    const files = (...list: ReturnType<typeof file>[]) => axisOf('4', 'image', { files: list });
    expect(valuesOf(files(file('a.png'), file('b.png')))[0]).toHaveLength(2);
    expect(problemsOf(files(file('a.png'), file('b.png', { reference: null })))).toEqual([
      ['1 file is still uploading.'],
    ]);
    expect(problemsOf(files(file('a.png', { reference: null, problem: 'Lost' })))).toEqual([
      ['1 file was not uploaded.'],
    ]);
    const { plan } = build(files(file('a.png'), file('b.png')));
    expect(plan && previewOf(plan, 8)).toEqual({
      columns: [{ key: '0', text: 'image' }],
      rows: [
        { number: 1, texts: [{ key: '0', text: 'a.png' }] },
        { number: 2, texts: [{ key: '0', text: 'b.png' }] },
      ],
    });
  });

  it.each<[string, SweepAxis, string]>([
    ['above the bound of the definition', listOf('steps', '20 31'), '31: at most 30.'],
    ['below it', listOf('cfg', '-0.1'), '-0.1: at least 0.'],
    ['of another type', listOf('steps', '2.5'), '2.5: this is not a whole number.'],
    ['that is not a choice', listOf('scheduler', 'karas'), 'karas: not one of normal, karras, simple.'],
  ])('name a value %s', (_, axis, message) => {
    const { isReady, axes } = build(axis);
    expect(axes[0]?.problems).toEqual([{ message, severity: 'error' }]);
    expect(isReady).toBe(false);
  });

  it('name several values with the same problem together', () => {
    const range = { from: '28', to: '40', by: 'step' as const, step: '1', count: '' };
    expect(problemsOf(axisOf('3', 'steps', { source: 'range', range }))).toEqual([
      ['31, 32, 33, 34 and 6 more: at most 30.'],
    ]);
  });

  it.each<[string, SweepAxis, string[]]>([
    ['that are repeated', listOf('cfg', '3 5 5.0 5 3'), ['5 and 3: given more than once, and runs as often.']],
    [
      'that may be one with a decimal comma',
      listOf('cfg', '7,5'),
      ['7,5 is read as 7 and 5. Write 7.5 for one number.'],
    ],
    ['that are clearly apart', listOf('cfg', '7, 5'), []],
    ['of whole numbers', listOf('steps', '7,5'), []],
    [
      'in equal rows',
      table('cfg,note\n1,a\n2,b\n 1,c'),
      ['1 column is not used: note.', 'Line 4 has the values of line 2.'],
    ],
  ])('are pointed out but can start: values %s', (_, axis, messages) => {
    expect(problemsOf(axis)).toEqual([messages]);
    expect(build(axis).isReady).toBe(true);
  });

  it('are only warned about where ComfyUI judges, unless it cannot convert them', () => {
    const warned = buildSweep({ ...newSweep(), axes: [listOf('scheduler', 'karas')] }, contextOf(WORKFLOW, true));
    expect(warned.axes[0]?.problems).toEqual([
      { message: 'karas: not one of normal, karras, simple. ComfyUI may reject it.', severity: 'warning' },
    ]);
    expect(warned.isReady).toBe(true);
  });

  it('are missing, not wrong, before the user has given any', () => {
    for (const axis of [
      newInputAxis('x', null, '1'),
      listOf('cfg', ' '),
      axisOf('3', 'cfg', { source: 'range' }),
      axisOf('3', 'scheduler', {}),
      axisOf('4', 'image', {}),
      newCsvAxis('t'),
    ]) {
      const { axes, isReady, plan } = build(axis);
      expect(axes[0]?.problems).toMatchObject([{ severity: 'missing' }]);
      expect([isReady, plan]).toEqual([false, null]);
    }
  });
});

describe('a table', () => {
  it('sets several inputs by row, from columns that name them', () => {
    const axis = table('cfg;steps;Positive.text;note\n7.5;20;"a cat; red";x\n8;30;b;y');
    expect(build(axis).axes[0]?.label).toBe('cfg, steps, text (Positive)');
    expect(valuesOf(axis)).toEqual([['[7.5,20,"a cat; red"]', '[8,30,"b"]']]);
    expect(axis.columns.at(-1)).toBeNull();
  });

  it('maps no column to one of several inputs with its name', () => {
    expect(table('text\na').columns).toEqual([null]);
    expect(problemsOf(table('text\na'))).toEqual([['Choose an input for a column.']]);
  });

  it('keeps the inputs of columns whose names stay', () => {
    const chosen = { ...table('text\na'), columns: [fieldKey('2', 'text')] };
    const edited = withTable(chosen, 'cfg,text\n1,b', null, context.labels, () => null);
    expect(edited.columns).toEqual([fieldKey('3', 'cfg'), fieldKey('2', 'text')]);
  });

  it('names problems by line and input', () => {
    expect(problemsOf(table('cfg,steps,tiled\n1,2,yes\n99,x,maybe\n1,2'))).toEqual([
      [
        'Line 4: 2 values, but the header has 3.',
        'Line 3, cfg: at most 10.',
        'Line 3, steps: this is not a whole number.',
        'Line 3, tiled: this is neither true nor false.',
      ],
    ]);
  });

  it('says that rows are missing', () => {
    expect(problemsOf(table('cfg,steps\n'))).toEqual([['The table has a header, but no rows.']]);
  });
});

describe('a sweep', () => {
  it('has one job for each combination', () => {
    const { count, isReady, sweptKeys } = build(listOf('cfg', '1 2 3'), listOf('steps', '10 20'), table('seed\n1\n2'));
    expect([count, isReady]).toEqual([12, true]);
    expect([...sweptKeys]).toEqual(['cfg', 'steps', 'seed'].map((name) => fieldKey('3', name)));
  });

  it('sets each input once', () => {
    expect(problemsOf(listOf('cfg', '1'), listOf('cfg', '2'))).toEqual([[], ['Axis 1 already sets cfg.']]);
    const twice = { ...table('cfg,b\n1,2'), columns: [fieldKey('3', 'cfg'), fieldKey('3', 'cfg')] };
    expect(problemsOf(twice)).toEqual([['Two columns set cfg.']]);
  });

  it('names the axis that exceeds ten thousand jobs', () => {
    const seeds = (name: string, count: string) =>
      axisOf('3', 'seed', { id: name, seeds: { by: 'random', count, start: '0', source: '1' } });
    const { isReady, axes } = build(seeds('a', '5000'), listOf('cfg', '1 2 3'), listOf('steps', '1 2'));
    expect(axes.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      [],
      ['With this axis there are 15,000 jobs. A sweep has at most 10,000: shorten it, or run only some of them.'],
      [],
    ]);
    expect(isReady).toBe(false);
  });

  it('pairs the values of linked axes', () => {
    const linked = { ...listOf('steps', '10 20'), linkedTo: '3 cfg' };
    const { plan, count, isReady, labels } = build(listOf('cfg', '1 2'), listOf('seed', '5 6 7'), linked);
    expect([count, isReady, labels]).toEqual([6, true, ['cfg, steps', 'seed']]);
    const cells = plan ? previewOf(plan, 6).rows.map(({ texts }) => texts.map(({ text }) => text).join(' ')) : [];
    expect(cells).toEqual(['1 10 5', '1 10 6', '1 10 7', '2 20 5', '2 20 6', '2 20 7']);
  });

  it.each([
    ['1 2 3', 'Axis 1 is longer: this one has 2 values, axis 1 has 3.'],
    ['1', 'This axis is longer: this one has 2 values, axis 1 has 1.'],
  ])('refuses linked axes of different lengths: %s', (first, message) => {
    const linked = { ...listOf('steps', '10 20'), linkedTo: '3 cfg' };
    const { axes, plan, isReady } = build(listOf('cfg', first), linked);
    expect(axes[1]?.problems).toEqual([
      { message: `${message} Linked axes need the same number, so the sweep cannot start.`, severity: 'error' },
    ]);
    expect([plan, isReady]).toEqual([null, false]);
  });

  it('runs some of more combinations than a sweep may have', () => {
    const axes = [
      axisOf('3', 'seed', { seeds: { by: 'random', count: '5000', start: '0', source: '1' } }),
      listOf('cfg', '1 2 3'),
      listOf('steps', '1 2'),
    ];
    const some = (count: string, seed = '7') => buildSweep({ ...newSweep(), axes, subset: { count, seed } }, context);
    const { plan, count, sizes, isReady } = some('40');
    expect([count, sizes, isReady]).toEqual([40, [5000, 3, 2], true]);
    expect(plan?.axes.map(({ label }) => label)).toEqual(['seed, cfg, steps']);
    expect(some('40').plan).toEqual(plan);
    expect(some('40', '8').plan).not.toEqual(plan);
    expect(some('30001')).toMatchObject({ isReady: false, subsetProblem: 'A sweep has at most 10,000 jobs.' });
    expect(some('')).toMatchObject({ isReady: false, plan: null });
    const few = { ...newSweep(), axes: axes.slice(1), subset: { count: '7', seed: '1' } };
    expect(buildSweep(few, context)).toMatchObject({ subsetProblem: 'There are only 6 combinations.', isReady: false });
    const all = buildSweep({ ...few, subset: { count: '6', seed: '1' } }, context);
    expect(all.plan?.axes).toHaveLength(2);
  });

  it('shows complete axes in the preview while others are incomplete', () => {
    const { plan, count, isReady } = build(listOf('cfg', '1 2'), newInputAxis('x', null, '1'));
    expect([plan?.axes.length, count, isReady]).toEqual([1, 2, false]);
  });

  it('has the product of its rows as jobs, each with one value per input, and the last axis fastest', () => {
    const size = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(size, size, size, (cfgs, steps, seeds) => {
        const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
        const { plan, count } = build(
          listOf('cfg', numbers(cfgs).join(' ')),
          listOf('steps', numbers(steps).join(',')),
          listOf('seed', numbers(seeds).join('\n')),
        );
        const rows = plan ? previewOf(plan, 1000).rows.map(({ texts }) => texts.map(({ text }) => text).join(' ')) : [];
        const expected = numbers(cfgs).flatMap((cfg) =>
          numbers(steps).flatMap((step) => numbers(seeds).map((seed) => `${cfg} ${step} ${seed}`)),
        );
        expect(count).toBe(cfgs * steps * seeds);
        expect(rows).toEqual(expected);
      }),
    );
  });

  it('keeps numbers that a double cannot hold', () => {
    const value = build(listOf('seed', '18446744073709551615')).plan?.axes[0]?.rows[0]?.values[0];
    expect(value).toBeInstanceOf(LosslessNumber);
  });
});

describe('an axis of a choice that decides which inputs a node has', () => {
  const options = [
    { key: 'factor', inputs: { required: { factor: ['FLOAT', { default: 2 }] } } },
    { key: 'size', inputs: { required: { width: ['INT', { default: 64 }], height: ['INT', { default: 32 }] } } },
  ];
  const definitions: NodeDefinitions = {
    Resize: { name: 'Resize', input: { required: { how: ['COMFY_DYNAMICCOMBO_V3', { options }] } }, output_node: true },
  };
  const workflow = JSON.stringify({
    '1': { class_type: 'Resize', inputs: { how: 'size', 'how.width': 8, 'how.height': 9 } },
  });
  const state = openEditor(makeDraft('local', { text: workflow, title: 'x', origin: 'file' }, 0), definitions);
  const sweep = (...names: [name: string, list: string][]) =>
    buildSweep(
      {
        ...newSweep(),
        axes: names.map(([name, list]): SweepAxis => ({
          ...newInputAxis(name, state.form.fields.get(fieldKey('1', name)) ?? null, '1'),
          source: 'list',
          list,
        })),
      },
      sweepContextOf(state),
    );
  const cellsOf = (...axes: Parameters<typeof sweep>) => {
    const { plan } = sweep(...axes);
    if (!plan) throw new Error('no plan');
    return Array.from(
      { length: cellCount(plan) },
      (_, cell) => JSON.parse(cellWorkflow(workflow, plan, cell))['1'].inputs as object,
    );
  };

  it('sets what each option needs', () => {
    expect(cellsOf(['how', 'factor\nsize'])).toEqual([
      { how: 'factor', 'how.factor': 2, 'how.width': 8, 'how.height': 9 },
      { how: 'size', 'how.factor': 2, 'how.width': 8, 'how.height': 9 },
    ]);
  });

  it('leaves inputs to the axis that sets them', () => {
    const cells = cellsOf(['how.width', '16, 32'], ['how', 'size\nfactor']);
    expect(cells.map((inputs) => (inputs as Record<string, unknown>)['how.width'])).toEqual([16, 16, 32, 32]);
  });
});
