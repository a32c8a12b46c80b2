import { describe, expect, it } from 'vitest';
import { inputSpecs, NodeDefinition, outputTypes } from '@contract/workflow/node-definitions';
import type { JsonValue } from '@contract/json/lossless';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { literalProblem, validateGraph } from '@contract/workflow/validate';
import { EMBEDDED_DEFINITIONS } from './definitions';

const classes = Object.entries(EMBEDDED_DEFINITIONS);

function blurred(seed: string, radius: string): Graph {
  const result = readWorkflow(`{
    "1": {"class_type": "FlowdeckReactionDiffusion", "inputs": {"seed": ${seed}, "width": 64, "height": 64, "steps": 1,
          "feed": 0.0545, "kill": 0.062, "scale": 2, "palette": "coral"}},
    "2": {"class_type": "ImageBlur", "inputs": {"image": ["1", 0], "blur_radius": ${radius}, "sigma": 1.0}},
    "3": {"class_type": "SaveImage", "inputs": {"images": ["2", 0], "filename_prefix": "x"}}}`);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

describe('the definitions of the embedded engine', () => {
  it('are valid entries of /object_info, also after serialization to JSON', () => {
    expect(classes.length).toBeGreaterThan(20);
    for (const [name, definition] of classes) {
      expect(NodeDefinition.parse(definition).name).toBe(name);
      expect(JSON.parse(JSON.stringify(definition))).toEqual(definition);
    }
  });

  it.each(classes)('%s accepts its own defaults', (_, definition) => {
    const literals = inputSpecs(definition).filter((spec) => spec.kind !== 'link' && !spec.media);
    const problems = literals.map((spec) => [spec.name, literalProblem(spec.default as JsonValue, spec)]);
    expect(problems).toEqual(literals.map((spec) => [spec.name, null]));
    expect(outputTypes(definition).length > 0).toBe(definition.output_node !== true);
  });

  it('accept the largest seed and reject what ComfyUI rejects', () => {
    expect(validateGraph(blurred('18446744073709551615', '31'), EMBEDDED_DEFINITIONS)).toEqual({});
    expect(validateGraph(blurred('-1', '32'), EMBEDDED_DEFINITIONS)).toEqual({
      '1': [{ field: 'seed', reason: 'below_min', message: 'At least 0' }],
      '2': [{ field: 'blur_radius', reason: 'above_max', message: 'At most 31' }],
    });
  });
});
