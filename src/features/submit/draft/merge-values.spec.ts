import { describe, expect, it } from 'vitest';
import { numberFromText, type JsonValue } from '@contract/json/lossless';
import { fc } from '@contract/testing/properties';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { buildForm } from './form-model';
import { mergedGraph, mergedText } from './merge-values';

/** A node twice, of which the last counts, a byte order mark, escapes, and an input in no form. */
const TEXT = `\uFEFF {
  "b": {"class_type": "Old", "inputs": {"gone": 1}},
  "2": {"class_type": "Sampler", "inputs": {"seed": 18446744073709551615, "cfg": 7.0, "from": ["b", 0], "upload": "image"}},
  "a\\"b": {"inputs": {"text": "}{", "list": {"__value__": [1, 2.50]}, "__proto__": 3}, "class_type": "Text", "more": 1e400},
  "b": {"inputs": {"on": true, "text": "a"}, "class_type": "Text"}
}\n`;

function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

const graph = graphOf(TEXT);
const form = buildForm(graph, null);
const keys = [...form.fields.keys()];
const original: ReadonlyMap<string, JsonValue> = new Map(
  [...form.fields.values()].map((field) => [field.key, field.value]),
);

const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.integer(),
  fc.constantFrom('18446744073709551614', '1.0', '1e3').map(numberFromText),
  fc.constant<JsonValue>({ __value__: ['x', 1] }),
);

describe('merged values', () => {
  it('are the same in the graph and in the text, whatever was edited before', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.constantFrom(...keys), value)), (steps) => {
        let values = original;
        let merged = graph;
        for (const step of steps) {
          values = new Map([...values, ...Object.entries(step)]);
          merged = mergedGraph(merged, form, values);
          expect([...merged]).toEqual([...graphOf(mergedText(TEXT, form, values))]);
        }
        expect([...mergedGraph(merged, form, original)]).toEqual([...graph]);
        expect(mergedText(TEXT, form, original)).toBe(TEXT);
      }),
    );
  });

  it('replace the nodes that change, and no others', () => {
    expect(mergedGraph(graph, form, new Map(original))).toBe(graph);
    const seed = keys.find((key) => key.includes('seed')) ?? '';
    const merged = mergedGraph(graph, form, new Map(original).set(seed, 5));
    expect(merged.get('2')?.inputs['seed']).toBe(5);
    expect([...merged.keys()].filter((id) => merged.get(id) !== graph.get(id))).toEqual(['2']);
  });
});
