import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { cpuMs } from '@contract/testing/cpu-time';
import { fc, runs } from '@contract/testing/properties';
import { asLink, readGraph, readWorkflow, type Graph, type GraphNode } from '@contract/workflow/graph';
import { countRenumbered, diffWorkflows, filterDifferences, type WorkflowDifferences } from './diff-workflows';
import { applyDifferences } from './testing/apply-differences';

type Nodes = Record<string, { class_type: string; inputs: JsonObject; _meta?: { title: string } }>;

function graphOf(nodes: Nodes): Graph {
  const result = readWorkflow(stringifyJson(nodes));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

const diff = (before: Nodes, after: Nodes) => diffWorkflows(graphOf(before), graphOf(after));

/** One line per difference. */
function summary({ nodes }: WorkflowDifferences): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'added') return [`+ ${node.after.id} ${node.after.classType}`];
    if (node.kind === 'removed') return [`- ${node.before.id} ${node.before.classType}`];
    const lines = node.inputs.map(
      ({ input, before, after }) => `${node.after.id} ${input}: ${textOf(before)} → ${textOf(after)}`,
    );
    if (node.before.classType !== node.after.classType) {
      lines.unshift(`${node.after.id} class: ${node.before.classType} → ${node.after.classType}`);
    }
    if (node.before.title !== node.after.title) lines.push(`${node.after.id} title: ${String(node.after.title)}`);
    return lines;
  });
}

const textOf = (value: JsonValue | undefined) => (value === undefined ? 'none' : stringifyJson(value));

const portrait: Nodes = {
  '3': {
    class_type: 'KSampler',
    inputs: { seed: 1, cfg: 7, model: ['4', 0], positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'base.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a red fox', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'fox' } },
};

/** Gives each node another id, and follows its links. */
function renumber(nodes: Nodes, idOf: (id: string) => string): Nodes {
  const moved: Nodes = {};
  for (const [id, node] of Object.entries(nodes)) {
    const inputs: JsonObject = {};
    for (const [name, value] of Object.entries(node.inputs)) {
      const link = asLink(value);
      inputs[name] = link ? [idOf(link.nodeId), link.slot] : value;
    }
    moved[idOf(id)] = { ...node, inputs };
  }
  return moved;
}

function withInput(nodes: Nodes, id: string, inputs: JsonObject): Nodes {
  const node = nodes[id];
  if (!node) throw new Error(`No node ${id}`);
  return { ...nodes, [id]: { ...node, inputs: { ...node.inputs, ...inputs } } };
}

const next = (id: string) => String(Number(id) + 1);

describe('the difference between two workflows', () => {
  it('lists changed values with every digit', () => {
    const before = parseJson('{"1":{"class_type":"A","inputs":{"seed":18446744073709551614,"cfg":1.0,"steps":20}}}');
    const after = parseJson('{"1":{"class_type":"A","inputs":{"seed":18446744073709551615,"cfg":1,"steps":20}}}');
    const [left, right] = [readGraph(before), readGraph(after)];
    if (!left.ok || !right.ok) throw new Error('not a workflow');
    expect(summary(diffWorkflows(left.graph, right.graph))).toEqual([
      '1 seed: 18446744073709551614 → 18446744073709551615',
      '1 cfg: 1.0 → 1',
    ]);
  });

  it('lists added and removed nodes, inputs, links and titles', () => {
    const { '5': _gone, ...rest } = portrait;
    const after: Nodes = {
      ...withInput(withInput(rest, '3', { model: ['10', 0], latent_image: ['11', 0] }), '6', { clip: ['10', 1] }),
      '9': { class_type: 'SaveImage', inputs: { images: ['8', 0] }, _meta: { title: 'Result' } },
      '10': { class_type: 'LoraLoader', inputs: { lora_name: 'ink', model: ['4', 0], clip: ['4', 1] } },
      '11': { class_type: 'VAEEncode', inputs: { pixels: ['12', 0], vae: ['4', 2] } },
      '12': { class_type: 'LoadImage', inputs: { image: 'a.png' } },
    };
    expect(summary(diff(portrait, after)).sort()).toEqual(
      [
        '+ 10 LoraLoader',
        '+ 12 LoadImage',
        '11 class: EmptyLatentImage → VAEEncode',
        '11 width: 512 → none',
        '11 height: 512 → none',
        '11 batch_size: 1 → none',
        '11 pixels: none → ["12",0]',
        '11 vae: none → ["4",2]',
        '3 model: ["4",0] → ["10",0]',
        '6 clip: ["4",1] → ["10",1]',
        '9 filename_prefix: "fox" → none',
        '9 title: Result',
      ].sort(),
    );
  });

  it('ignores other ids, even if they were those of other nodes', () => {
    const after = renumber(portrait, next);
    const found = diff(portrait, after);
    expect(summary(found)).toEqual([]);
    expect(countRenumbered(found)).toBe(7);
  });

  it('shows only real changes in a workflow with other ids', () => {
    const edited = withInput(withInput(portrait, '6', { text: 'a blue fox' }), '3', { cfg: 8 });
    expect(summary(diff(portrait, renumber(edited, next)))).toEqual([
      '7 text: "a red fox" → "a blue fox"',
      '4 cfg: 7 → 8',
    ]);
    expect(
      summary(
        diff(
          portrait,
          renumber(edited, (id) => `30:${id}`),
        ),
      ),
    ).toEqual(['30:6 text: "a red fox" → "a blue fox"', '30:3 cfg: 7 → 8']);
  });

  it('shows swapped prompts as two changed values, since their ids are the same', () => {
    const swapped = withInput(withInput(portrait, '6', { text: 'blurry' }), '7', { text: 'a red fox' });
    expect(summary(diff(portrait, swapped))).toEqual([
      '6 text: "a red fox" → "blurry"',
      '7 text: "blurry" → "a red fox"',
    ]);
  });

  it('does not pair a removed node with an unrelated one of its class', () => {
    const before = { ...portrait, '20': { class_type: 'Note', inputs: { text: 'one' } } };
    const after = { ...portrait, '21': { class_type: 'Note', inputs: { text: 'two' } } };
    expect(summary(diff(before, after))).toEqual(['+ 21 Note', '- 20 Note']);
  });

  it('treats files with the same bytes as equal, whatever their ids', () => {
    const file = (id: string, hash: string) => ({
      '1': { class_type: 'LoadImage', inputs: { image: { __type: 'core/ASSET', info: { id, hash } } } },
    });
    expect(summary(diff(file('a', 'blake3:1'), file('b', 'blake3:1')))).toEqual([]);
    expect(summary(diff(file('a', 'blake3:1'), file('b', 'blake3:2')))).toHaveLength(1);
  });

  it('filters values and structure', () => {
    const after: Nodes = {
      ...withInput(portrait, '3', { cfg: 8, negative: ['6', 0] }),
      '8': { class_type: 'VAEDecodeTiled', inputs: { samples: ['3', 0], vae: ['4', 2] } },
    };
    const found = diff(portrait, after);
    const shown = (filter: 'values' | 'structure') =>
      summary({ ...found, nodes: filterDifferences(found.nodes, filter) });
    expect(shown('values')).toEqual(['3 cfg: 7 → 8']);
    expect(shown('structure')).toEqual(['3 negative: ["7",0] → ["6",0]', '8 class: VAEDecode → VAEDecodeTiled']);
  });

  it('compares 2,000 equal or unequal nodes in linear time', () => {
    const chain = (count: number, offset: number, valueOf: (index: number) => number): Nodes =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          String(index + offset),
          {
            class_type: index % 3 === 0 ? 'Load' : 'Blur',
            inputs: { value: valueOf(index), ...(index % 3 === 0 ? {} : { image: [String(index + offset - 1), 0] }) },
          },
        ]),
      );
    const time = (count: number) => {
      const cases: [Nodes, Nodes][] = [
        [chain(count, 1, () => 1), chain(count, 2, () => 1)],
        [chain(count, 1, (index) => index), chain(count, 2, (index) => index + 1)],
        [chain(count, 1, () => 1), chain(count, 5000, (index) => index % 7)],
      ];
      const graphs = cases.map(([before, after]) => [graphOf(before), graphOf(after)] as const);
      const runs = Array.from({ length: 4 }, () =>
        cpuMs(() => {
          for (const [before, after] of graphs) diffWorkflows(before, after);
        }),
      );
      return Math.min(...runs);
    };
    // Quadratic time would be sixteen times as long.
    expect(time(2000)).toBeLessThan(10 * time(500));
  });
});

/** Random workflows of few classes and values, with equal nodes, missing sources and cycles. */
const anyNodes: fc.Arbitrary<Nodes> = fc
  .array(
    fc.record({
      id: fc.integer({ min: 1, max: 12 }).map(String),
      classType: fc.constantFrom('A', 'B', 'C'),
      title: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
      inputs: fc.dictionary(
        fc.constantFrom('a', 'b', 'c', 'toString'),
        fc.oneof(
          fc.constantFrom<JsonValue>(1, 'x', true, null, [1, 2, 3]),
          fc.tuple(fc.integer({ min: 1, max: 13 }).map(String), fc.nat({ max: 1 })),
        ),
        { noNullPrototype: true },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) =>
    Object.fromEntries(
      list.map(({ id, classType, title, inputs }) => [
        id,
        { class_type: classType, inputs, ...(title ? { _meta: { title } } : {}) },
      ]),
    ),
  );

function plain(graph: Graph): Record<string, GraphNode> {
  return Object.fromEntries(graph);
}

describe('any two workflows', () => {
  it('differ in nothing if they are equal', () => {
    fc.assert(
      fc.property(anyNodes, (nodes) => {
        const found = diff(nodes, nodes);
        expect(summary(found)).toEqual([]);
        expect(countRenumbered(found)).toBe(0);
      }),
    );
  });

  it('become equal by applying what differs', () => {
    fc.assert(
      fc.property(anyNodes, anyNodes, (before, after) => {
        const [left, right] = [graphOf(before), graphOf(after)];
        expect(plain(applyDifferences(left, diffWorkflows(left, right)))).toEqual(plain(right));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('pair each node at most once', () => {
    fc.assert(
      fc.property(anyNodes, anyNodes, (before, after) => {
        const { pairs, nodes } = diff(before, after);
        expect(new Set(pairs.values()).size).toBe(pairs.size);
        const added = nodes.filter(({ kind }) => kind === 'added').length;
        const removed = nodes.filter(({ kind }) => kind === 'removed').length;
        expect([pairs.size + removed, pairs.size + added]).toEqual([
          Object.keys(before).length,
          Object.keys(after).length,
        ]);
      }),
    );
  });

  /** Each node reads nodes before it that nothing else reads, so that equal nodes are interchangeable. */
  const trees = fc
    .array(fc.tuple(fc.constantFrom('A', 'B'), fc.nat({ max: 2 }), fc.nat({ max: 2 })), { minLength: 1, maxLength: 14 })
    .map((list): Nodes => {
      const nodes: Nodes = {};
      const unread: string[] = [];
      for (const [index, [classType, value, reads]] of list.entries()) {
        const sources = unread.splice(0, reads);
        const links = Object.fromEntries(sources.map((id, at) => [`in${at}`, [id, 0]]));
        nodes[String(index + 1)] = { class_type: classType, inputs: { value, ...links } };
        unread.push(String(index + 1));
      }
      return nodes;
    });

  /** Any links, but no two equal nodes. */
  const distinct = anyNodes.map((nodes): Nodes =>
    Object.fromEntries(
      Object.entries(nodes).map(([id, node], index) => [id, { ...node, inputs: { ...node.inputs, own: index } }]),
    ),
  );

  it('differ in nothing but ids after new ids were given in any order', () => {
    fc.assert(
      fc.property(fc.oneof(trees, distinct), fc.infiniteStream(fc.nat()), (nodes, keys) => {
        const ids = [
          ...new Set([...Object.keys(nodes), ...Array.from({ length: 13 }, (_, index) => String(index + 1))]),
        ];
        const order = new Map(ids.map((id) => [id, keys.next().value ?? 0]));
        const shuffled = ids.toSorted((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
        const idOf = (id: string) => shuffled[ids.indexOf(id)] ?? id;
        // A link to a missing node has no node that it could follow.
        const connected = Object.fromEntries(
          Object.entries(nodes).map(([id, node]) => {
            const inputs = Object.entries(node.inputs).filter(([, value]) => {
              const link = asLink(value);
              return !link || Object.hasOwn(nodes, link.nodeId);
            });
            return [id, { ...node, inputs: Object.fromEntries(inputs) }];
          }),
        );
        expect(summary(diff(connected, renumber(connected, idOf)))).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});
