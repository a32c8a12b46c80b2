import { expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { fieldKey } from '@/domains/drafts/field-key';
import { SD15, SDXL_REFINER, type Workflow } from '@/domains/generation-inputs/testing/known-workflows';
import { buildForm } from '../draft/form-model';
import { mainInputs, withMainFirst } from './main-inputs';

function graphOf(workflow: Workflow) {
  const result = readWorkflow(JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

function order(workflow: Workflow): string[] {
  const graph = graphOf(workflow);
  return withMainFirst(buildForm(graph, null).cards, mainInputs(graph)).map(({ nodeId }) => nodeId);
}

it('begins with prompts, model, size and sampler, whatever the order of the nodes is', () => {
  expect(order(SD15)).toEqual(['6', '7', '4', '5', '3', '9']);
});

it('labels prompts by what they are, with the name of the text where a node has several', () => {
  expect([...mainInputs(graphOf(SD15)).labels.values()]).toEqual(['Positive prompt', 'Negative prompt']);
  const { labels } = mainInputs(graphOf(SDXL_REFINER));
  expect(labels.get(fieldKey('6', 'text_g'))).toBe('Positive prompt, text_g');
  expect(labels.get(fieldKey('15', 'text'))).toBe('Positive prompt');
});

it('keeps the order of a workflow without prompts', () => {
  const workflow: Workflow = {
    '1': { class_type: 'LoadImage', inputs: { image: 'a.png' } },
    '2': { class_type: 'FlowdeckReactionDiffusion', inputs: { seed: 7, steps: 300, image: ['1', 0] } },
  };
  expect(order(workflow)).toEqual(['1', '2']);
});
