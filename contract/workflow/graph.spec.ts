import { fc, runs } from '../testing/properties';
import { describe, expect, it } from 'vitest';
import { LosslessNumber } from '../json/lossless';
import {
  asLink,
  executionOrder,
  isUiFormat,
  needsNodeId,
  nodeLinks,
  nodeName,
  nodeTitle,
  readGraph,
  readWorkflow,
  type Graph,
} from './graph';

function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

/** Builds a graph from the links of each node, by index. */
function linked(links: readonly (readonly number[])[]): Graph {
  const nodes = links.map((sources, index) => [
    `n${index}`,
    { class_type: 'Any', inputs: Object.fromEntries(sources.map((source, slot) => [`in${slot}`, [`n${source}`, 0]])) },
  ]);
  return graphOf(JSON.stringify(Object.fromEntries(nodes)));
}

describe('readWorkflow', () => {
  it('returns nodes with their titles and every value as written (J-4.08)', () => {
    const graph = graphOf(`{
      "3": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551615, "cfg": 8.0, "model": ["4", 0]},
            "_meta": {"title": "Sample it"}, "extra": {"kept": true}},
      "4": {"class_type": "Loader"}
    }`);
    const node = graph.get('3');
    expect(node).toMatchObject({ id: '3', classType: 'KSampler', title: 'Sample it' });
    expect(node?.inputs['seed']).toEqual(new LosslessNumber('18446744073709551615'));
    expect(node?.inputs['cfg']).toEqual(new LosslessNumber('8.0'));
    expect(graph.get('4')).toEqual({ id: '4', classType: 'Loader', title: null, inputs: {} });
    expect(nodeTitle(graph.get('4') as NonNullable<typeof node>)).toBe('Loader');
  });

  it('accepts any text as a node id', () => {
    const graph = graphOf('{"30:6":{"class_type":"A"},"__proto__":{"class_type":"B"},"":{"class_type":"C"}}');
    expect([...graph.values()].map((node) => [node.id, node.classType])).toEqual([
      ['30:6', 'A'],
      ['__proto__', 'B'],
      ['', 'C'],
    ]);
  });

  it.each([
    ['{"1":', 'broken_json'],
    ['', 'broken_json'],
    ['[]', 'not_an_object'],
    ['null', 'not_an_object'],
    ['18446744073709551615', 'not_an_object'],
    ['{}', 'empty'],
    ['{"nodes":[],"links":[]}', 'ui_format'],
    ['{"last_node_id":9,"nodes":[{"id":1}],"links":[[1,2,0,3,0,"IMAGE"]],"version":0.4}', 'ui_format'],
    ['{"nodes":[],"links":{"0":{}}}', 'ui_format'],
    ['{"1":"text"}', 'bad_nodes'],
    ['{"1":{}}', 'bad_nodes'],
    ['{"1":{"class_type":7}}', 'bad_nodes'],
    ['{"1":{"class_type":""}}', 'bad_nodes'],
    ['{"1":{"class_type":"A","inputs":[]}}', 'bad_nodes'],
    ['['.repeat(10_000), 'too_deep'],
  ])('reads %.40s as %s', (text, kind) => {
    const result = readWorkflow(text);
    expect(result.ok ? null : result.problem.kind).toBe(kind);
  });

  it('reports every invalid node', () => {
    const result = readWorkflow('{"1":5,"2":{"class_type":"A"},"x":{"inputs":{}}}');
    expect(result).toMatchObject({
      ok: false,
      problem: { nodeErrors: { 1: [{ reason: 'invalid_node' }], x: [{ field: 'class_type' }] } },
    });
  });

  it('reports an invalid node called __proto__ too', () => {
    const result = readWorkflow('{"__proto__":5,"1":{"class_type":"A"}}');
    expect(result.ok ? [] : Object.keys((result.problem as { nodeErrors: object }).nodeErrors)).toEqual(['__proto__']);
  });

  it('never throws, whatever the input', () => {
    const open = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, 1, '', 'KSampler', true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('1', 'class_type', 'inputs', '_meta', 'title', 'nodes', 'links'), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          open.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          expect(typeof readWorkflow(text).ok).toBe('boolean');
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('isUiFormat', () => {
  it('requires both lists, since an API graph may have a node called nodes', () => {
    expect(isUiFormat({ nodes: [], links: [] })).toBe(true);
    expect(isUiFormat({ nodes: { class_type: 'A' } })).toBe(false);
    expect(isUiFormat({ nodes: [] })).toBe(false);
    expect(readGraph({ nodes: { class_type: 'A' }, links: { class_type: 'B' } }).ok).toBe(true);
  });
});

describe('asLink', () => {
  it('accepts only a list of a node id and a slot', () => {
    expect(asLink(['4', 0])).toEqual({ nodeId: '4', slot: 0 });
    expect(asLink(['30:6', 2])).toEqual({ nodeId: '30:6', slot: 2 });
    const others = [['4'], ['4', 0, 0], [4, 0], ['4', '0'], ['4', -1], ['4', 0.5], ['a', 'b'], '4', null, { 0: '4' }];
    expect(others.filter((value) => asLink(value as never) !== null)).toEqual([]);
    expect(asLink(undefined)).toBeNull();
  });
});

describe('executionOrder', () => {
  /** Nodes with links to any nodes, including themselves. */
  const anyLinks = fc
    .integer({ min: 1, max: 12 })
    .chain((size) => fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }));

  it('places each node after all its sources', () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        const graph = linked(links);
        const { order, cyclic } = executionOrder(graph);
        expect([...order, ...cyclic].sort()).toEqual([...graph.keys()].sort());
        for (const id of order) {
          const node = graph.get(id);
          for (const { link } of node ? nodeLinks(node) : []) {
            expect(order.indexOf(link.nodeId)).toBeGreaterThanOrEqual(0);
            expect(order.indexOf(link.nodeId)).toBeLessThan(order.indexOf(id));
          }
        }
      }),
    );
  });

  it('detects cycles exactly', () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        const isEarlier = links.every((sources, index) => sources.every((source) => source < index));
        fc.pre(isEarlier);
        expect(executionOrder(linked(links)).cyclic).toEqual([]);
      }),
    );
    expect(executionOrder(linked([[0]])).cyclic).toEqual(['n0']);
    expect(executionOrder(linked([[1], [0], []])).cyclic).toEqual(['n0', 'n1']);
    // A node behind a cycle has no position either.
    expect(executionOrder(linked([[1], [0], [1]])).cyclic).toEqual(['n0', 'n1', 'n2']);
  });

  it('handles a chain of 20,000 nodes without using the call stack', () => {
    const size = 20_000;
    const graph = linked(Array.from({ length: size }, (_, index) => (index === 0 ? [] : [index - 1])));
    const { order, cyclic } = executionOrder(graph);
    expect(cyclic).toEqual([]);
    expect(order[0]).toBe('n0');
    expect(order.at(-1)).toBe(`n${size - 1}`);
  });

  it('ignores links to missing nodes', () => {
    const graph = graphOf('{"1":{"class_type":"A","inputs":{"x":["9",0]}}}');
    expect(executionOrder(graph)).toEqual({ order: ['1'], cyclic: [] });
  });
});

describe('the name of a node', () => {
  const graph = graphOf(`{
    "6": {"class_type": "CLIPTextEncode", "_meta": {"title": "Prompt"}},
    "7": {"class_type": "CLIPTextEncode", "_meta": {"title": "Prompt"}},
    "9": {"class_type": "SaveImage"},
    "10": {"class_type": "LoadImage", "_meta": {"title": ""}}
  }`);
  const classes = { SaveImage: { display_name: 'Save image' }, LoadImage: { display_name: null } };

  it('is its title, else the display name of its class, with its id only if another node has the same', () => {
    expect(['6', '7', '9', '10', '11'].map((id) => nodeName(graph, id, classes))).toEqual([
      'Prompt 6',
      'Prompt 7',
      'Save image',
      'LoadImage',
      null,
    ]);
    expect(nodeName(graph, '9')).toBe('SaveImage');
  });

  it('needs the id if the title is unknown or that of another node', () => {
    expect(['6', '9', '11'].map((id) => needsNodeId(graph, id))).toEqual([true, false, true]);
    expect(needsNodeId(null, '9')).toBe(true);
  });
});
