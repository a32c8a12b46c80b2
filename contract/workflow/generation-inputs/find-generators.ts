import type { GraphNode } from '../graph';
import type { PromptText } from './generation-inputs';
import { isConditioningLink, PromptTracer } from './trace-prompts';
import { baseName, linkOf, ownInput, type TracedGraph } from './traced-graph';

interface Generators {
  /** Nodes that make a result: samplers, and nodes with a prompt or a seed of their own. In execution order. */
  generators: readonly GraphNode[];
  /** Nodes that pass prompts on to them. */
  encoders: readonly GraphNode[];
  positive: PromptText[];
  negative: PromptText[];
}

/** A node with one of these and with prompts samples, even if it passes its prompts on. */
const SAMPLING_INPUTS = ['steps', 'sampler_name', 'seed', 'noise_seed', 'guider', 'sigmas'];
const PROMPT_INPUT = /^(?:prompt|positive|(?:positive|text)_prompt|prompt_text)$/;
const NEGATIVE_PROMPT_INPUT = /^negative(?:_prompt)?$/;

export function findGenerators(traced: TracedGraph): Generators {
  const { nodes } = traced;
  const tracer = new PromptTracer(traced);
  const samplers = new Set<GraphNode>(nodes.filter((node) => isSampler(traced, node)));
  for (const sampler of samplers) tracer.traceSampler(sampler);
  // Unknown classes: the last one that reads prompts samples, and those before it pass them on.
  for (const node of [...nodes].reverse()) {
    if (samplers.has(node) || tracer.hasPassed(node) || traced.outputsOf(node) !== null) continue;
    if (!linkOf(node, 'positive') && !linkOf(node, 'negative')) continue;
    samplers.add(node);
    tracer.traceSampler(node);
  }
  const prompted = nodes.filter((node) => !samplers.has(node) && !tracer.hasPassed(node) && hasPrompt(node));
  for (const node of prompted) {
    for (const input of Object.keys(node.inputs)) {
      if (PROMPT_INPUT.test(baseName(input))) tracer.traceText(node, input, 'positive');
      if (NEGATIVE_PROMPT_INPUT.test(baseName(input))) tracer.traceText(node, input, 'negative');
    }
  }
  const found = new Set([...samplers, ...prompted, ...nodes.filter(isSeeded)]);
  const { positive, negative, encoders } = tracer.result();
  return { generators: nodes.filter((node) => found.has(node)), encoders, positive, negative };
}

function isSampler(traced: TracedGraph, node: GraphNode): boolean {
  const outputs = traced.outputsOf(node);
  const isLinkedTo = (input: string) => linkOf(node, input) !== null;
  if (outputs?.includes('GUIDER')) return false;
  if (isLinkedTo('guider')) return true;
  if (outputs === null && /guider/i.test(node.classType)) return false;
  const hasSampling = SAMPLING_INPUTS.some((input) => ownInput(node, input) !== undefined);
  if (hasSampling) return Object.keys(node.inputs).some((input) => isConditioningLink(traced, node, input));
  return outputs !== null && !outputs.includes('CONDITIONING') && (isLinkedTo('positive') || isLinkedTo('negative'));
}

function hasPrompt(node: GraphNode): boolean {
  return Object.keys(node.inputs).some((input) => PROMPT_INPUT.test(baseName(input)));
}

function isSeeded(node: GraphNode): boolean {
  const names = new Set(Object.keys(node.inputs).map(baseName));
  return names.has('steps') && (names.has('seed') || names.has('noise_seed'));
}
