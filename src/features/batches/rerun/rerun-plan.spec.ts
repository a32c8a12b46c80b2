import { describe, expect, it } from 'vitest';
import { numberFromText } from '@contract/json/lossless';
import { fc, runs } from '@contract/testing/properties';
import { cellCount, cellLabels, cellWorkflow, planProblem, type BatchPlan } from '@/domains/batches/batch-plan';
import { newSeeds, rerunPlan, seedInputs } from './rerun-plan';

const axis = (input: string, values: readonly (string | number)[]): BatchPlan['axes'][number] => ({
  label: input,
  inputs: [{ nodeId: '1', input, label: input }],
  rows: values.map((value) => ({ label: String(value), values: [value] })),
});

const plan: BatchPlan = { axes: [axis('cfg', [6, 7, 8]), axis('text', ['sun', 'sea'])] };
const workflow = '{"1":{"class_type":"Sampler","inputs":{"cfg":1,"text":"","seed":18446744073709551615}}}';
const seed = { nodeId: '1', input: 'seed', label: 'seed' };
const namesOf = (made: BatchPlan) => Array.from({ length: cellCount(made) }, (_, cell) => cellLabels(made, cell));

describe('the plan of cells that run again', () => {
  it('keeps the axes of cells that form a table', () => {
    const made = rerunPlan(plan, [4, 0, 5, 1], [], []);
    expect(namesOf(made)).toEqual([
      ['cfg 6', 'text sun'],
      ['cfg 6', 'text sea'],
      ['cfg 8', 'text sun'],
      ['cfg 8', 'text sea'],
    ]);
  });

  it('has one axis for other cells, and one for new seeds', () => {
    const made = rerunPlan(plan, [0, 3], [seed], [11, 12]);
    expect(planProblem(made)).toBeNull();
    expect(namesOf(made)).toEqual([
      ['cfg, text 6, sun', 'seed 11'],
      ['cfg, text 6, sun', 'seed 12'],
      ['cfg, text 7, sea', 'seed 11'],
      ['cfg, text 7, sea', 'seed 12'],
    ]);
    expect(cellWorkflow(workflow, made, 3)).toContain('"cfg":7,"text":"sea","seed":12');
  });

  it('replaces swept seeds with the new ones', () => {
    const seeds: BatchPlan = { axes: [axis('text', ['sun', 'sea']), axis('seed', [1, 2, 3])] };
    expect(namesOf(rerunPlan(seeds, [0, 1, 5], [seed], [11]))).toEqual([
      ['text sun', 'seed 11'],
      ['text sea', 'seed 11'],
    ]);
    expect(namesOf(rerunPlan({ axes: [axis('seed', [1, 2])] }, [0], [seed], [11, 12]))).toEqual([
      ['seed 11'],
      ['seed 12'],
    ]);
  });

  it('does not exceed the number of axes, nor need any', () => {
    const four: BatchPlan = { axes: ['cfg', 'text', 'steps', 'size'].map((name) => axis(name, [1, 2])) };
    expect(namesOf(rerunPlan(four, [0, 15], [seed], [11]))).toHaveLength(2);
    expect(rerunPlan(four, [...Array(16).keys()], [seed], [11]).axes).toHaveLength(2);
    expect(rerunPlan({ axes: [] }, [0], [], [])).toEqual({ axes: [] });
  });

  it('sends each chosen cell as it was, whichever are chosen', async () => {
    const chosen = fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(chosen, async (cells) => {
        const made = rerunPlan(plan, cells, [], []);
        const sent = Array.from({ length: cellCount(made) }, (_, cell) => cellWorkflow(workflow, made, cell));
        expect(sent.toSorted()).toEqual(cells.map((cell) => cellWorkflow(workflow, plan, cell)).toSorted());
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('the seeds of a workflow', () => {
  it('are inputs with a number, whatever its size, and are replaced by different ones', () => {
    const linked = '{"1":{"class_type":"A","inputs":{"seed":["2",0],"noise_seed":18446744073709551615}}}';
    expect(seedInputs(linked)).toEqual([{ nodeId: '1', input: 'noise_seed', label: 'noise_seed' }]);
    expect(seedInputs('{')).toEqual([]);
    expect(new Set(newSeeds(50).map(String)).size).toBe(50);
    expect(newSeeds(1)).not.toEqual([numberFromText('18446744073709551615')]);
  });
});
