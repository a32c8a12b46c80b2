import { expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import { anyWorkflow } from '@contract/workflow/generation-inputs/testing/any-workflow';
import { SD15, SDXL_REFINER, type Workflow } from '@contract/workflow/generation-inputs/testing/known-workflows';
import { buildForm } from '../draft/form-model';
import { groupMain, MAIN_CARD, mainInputs } from './main-inputs';

function graphOf(workflow: Workflow) {
  const result = readWorkflow(JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

/** Each card with its fields. */
function form(workflow: Workflow, kept: readonly string[] = []): [card: string, fields: string[]][] {
  const graph = graphOf(workflow);
  const cards = groupMain(buildForm(graph, null).cards, mainInputs(graph), new Set(kept));
  return cards.map(({ nodeId, fields }) => [nodeId, fields.map((field) => `${field.nodeId} ${field.name}`)]);
}

it('begins with prompts, model, size and sampler, and ends with what is left of the nodes', () => {
  expect(form(SD15)).toEqual([
    [
      MAIN_CARD,
      [
        '6 text',
        '7 text',
        '4 ckpt_name',
        '5 width',
        '5 height',
        '3 seed',
        '3 steps',
        '3 cfg',
        '3 sampler_name',
        '3 scheduler',
        '3 denoise',
        '5 batch_size',
      ],
    ],
    ['9', ['9 filename_prefix']],
  ]);
});

it('keeps the card of a node with a problem, although its fields are in the group', () => {
  expect(form(SD15, ['3']).map(([card, fields]) => [card, fields.length])).toEqual([
    [MAIN_CARD, 12],
    ['3', 0],
    ['9', 1],
  ]);
});

it('is a guess if one of its fields is', () => {
  const graph = graphOf(SD15);
  const guess = { KSampler: { name: 'KSampler', input: { required: { steps: ['INT', {}] } }, output: [] } };
  const isGuess = (guesses: NodeDefinitions | null) =>
    groupMain(buildForm(graph, null, guesses).cards, mainInputs(graph), new Set())[0]?.isGuess;
  expect([isGuess(null), isGuess(guess)]).toEqual([false, true]);
});

it('labels prompts by what they are, with the name of the text where a node has several', () => {
  expect([...mainInputs(graphOf(SD15)).labels.values()]).toEqual(['Positive prompt', 'Negative prompt']);
  const { labels } = mainInputs(graphOf(SDXL_REFINER));
  expect(labels.get(fieldKey('6', 'text_g'))).toBe('Positive prompt, text_g');
  expect(labels.get(fieldKey('15', 'text'))).toBe('Positive prompt');
});

it('has no group for a workflow without prompts, or whose inputs are all in one node', () => {
  const workflow: Workflow = {
    '1': { class_type: 'LoadImage', inputs: { image: 'a.png' } },
    '2': { class_type: 'FlowdeckReactionDiffusion', inputs: { seed: 7, steps: 300, image: ['1', 0] } },
  };
  expect(form(workflow).map(([card]) => card)).toEqual(['1', '2']);
  expect(form({ '1': { class_type: 'Partner', inputs: { prompt: 'fox', seed: 7 } } }).map(([card]) => card)).toEqual([
    '1',
  ]);
});

it('has each field of any form once, under different labels in the group', () => {
  fc.assert(
    fc.property(anyWorkflow, (workflow) => {
      const result = readWorkflow(JSON.stringify(workflow));
      if (!result.ok) return;
      const { cards, fields } = buildForm(result.graph, null);
      const main = mainInputs(result.graph);
      const shown = groupMain(cards, main, new Set());
      const keys = shown.flatMap((card) => card.fields.map(({ key }) => key));
      expect(keys.toSorted()).toEqual([...fields.keys()].toSorted());
      const moved = shown.flatMap((card) => card.moved.map(({ key }) => key));
      const group = shown.find(({ nodeId }) => nodeId === MAIN_CARD && main.keys.length > 0);
      const grouped = new Set(group?.fields.map(({ key }) => key));
      expect(moved.every((key) => grouped.has(key))).toBe(true);
      const labels = (group?.fields ?? []).map(({ key, name }) => main.labels.get(key) ?? name);
      expect(new Set(labels).size).toBe(labels.length);
    }),
  );
});
