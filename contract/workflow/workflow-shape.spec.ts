import { fc, runs } from '../testing/properties';
import { describe, expect, it } from 'vitest';
import { readWorkflow } from './graph';
import { workflowShape } from './workflow-shape';

type Nodes = Readonly<Record<string, { class_type: string; inputs: Readonly<Record<string, unknown>> }>>;

function shapeOf(workflow: Nodes | string): string {
  const result = readWorkflow(typeof workflow === 'string' ? workflow : JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  return workflowShape(result.graph);
}

const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs });

const PORTRAIT: Nodes = {
  '4': node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl.safetensors' }),
  '5': node('EmptyLatentImage', { width: 1024, height: 768, batch_size: 1 }),
  '6': node('CLIPTextEncode', { clip: ['4', 1], text: 'a red fox' }),
  '7': node('CLIPTextEncode', { clip: ['4', 1], text: 'blurry' }),
  '3': node('KSampler', { seed: 42, model: ['4', 0], positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] }),
  '8': node('SaveImage', { images: ['3', 0] }),
};

const SHAPE = shapeOf(PORTRAIT);

/** @returns the workflow with other ids, in the opposite order of nodes and inputs */
function renamed(nodes: Nodes, nameOf: (id: string) => string): string {
  const written = Object.entries(nodes).map(([id, { class_type, inputs }]) => {
    const entries = Object.entries(inputs).map(([input, value]) => {
      const [source, slot]: unknown[] = Array.isArray(value) ? value : [];
      return [input, typeof source === 'string' && Object.hasOwn(nodes, source) ? [nameOf(source), slot] : value];
    });
    // As text: objects sort ids that are numbers.
    return `${JSON.stringify(nameOf(id))}: ${JSON.stringify({ class_type, inputs: Object.fromEntries(entries.reverse()) })}`;
  });
  return `{${written.reverse().join()}}`;
}

function changed(id: string, inputs: Record<string, unknown>, class_type = PORTRAIT[id]?.class_type ?? ''): Nodes {
  return { ...PORTRAIT, [id]: { class_type, inputs: { ...PORTRAIT[id]?.inputs, ...inputs } } };
}

describe('the shape of a workflow', () => {
  it('is a short text', () => {
    expect(SHAPE).toMatch(/^[0-9a-z]{6,11}$/);
  });

  it('does not depend on ids and order, titles and values', () => {
    expect(shapeOf(renamed(PORTRAIT, (id) => `${100 - Number(id)}:x`))).toBe(SHAPE);
    expect(shapeOf(renamed(PORTRAIT, (id) => String(20 - Number(id))))).toBe(SHAPE);
    expect(shapeOf(changed('3', { seed: 43 }))).toBe(SHAPE);
    expect(shapeOf(changed('4', { ckpt_name: { __type: 'core/ASSET', info: { hash: 'x' } } }))).toBe(SHAPE);
    expect(shapeOf(changed('5', { width: { __value__: [1, 2] } }))).toBe(SHAPE);
    const titled = { ...PORTRAIT, '8': { ...node('SaveImage', { images: ['3', 0] }), _meta: { title: 'Result' } } };
    expect(shapeOf(titled)).toBe(SHAPE);
  });

  it.each<[string, Nodes]>([
    ['a class', changed('8', {}, 'PreviewImage')],
    ['an input more', changed('8', { filename_prefix: 'x' })],
    ['two links exchanged', changed('3', { model: ['5', 0], latent_image: ['4', 0] })],
    ['a link to another node', changed('3', { negative: ['6', 0] })],
    ['a link to another output', changed('6', { clip: ['4', 2] })],
    ['a link instead of a value', changed('6', { text: ['5', 0] })],
    ['a value instead of a link', changed('6', { clip: 'none' })],
    ['a node more', { ...PORTRAIT, '9': node('SaveImage', { images: ['3', 0] }) }],
  ])('is different with %s', (_change, workflow) => {
    expect(shapeOf(workflow)).not.toBe(SHAPE);
  });

  it('tells apart whether equal nodes are read by one node or by two, however far away', () => {
    const chain = (start: string, length: number): [string, Nodes] => {
      const ids = Array.from({ length }, (_, index) => `${start}${index}`);
      const nodes = ids.map((id, index): [string, Nodes[string]] => [
        id,
        node('Pass', { value: index === 0 ? 1 : [ids[index - 1], 0] }),
      ]);
      return [ids.at(-1) ?? '', Object.fromEntries(nodes)];
    };
    const [endA, a] = chain('a', 12);
    const [endB, b] = chain('b', 12);
    const ends = (save: string, preview: string) => ({
      ...a,
      ...b,
      s: node('Save', { image: [save, 0] }),
      p: node('Preview', { image: [preview, 0] }),
    });
    expect(shapeOf(ends(endA, endB))).toBe(shapeOf(ends(endB, endA)));
    expect(shapeOf(ends(endA, endA))).not.toBe(shapeOf(ends(endA, endB)));
    // The first nodes of both chains are equal; what they have in common with the ends differs.
    const forked = (start: string) => ({ ...ends(endA, endB), x: node('Extra', { from: [start, 0], end: [endA, 0] }) });
    expect(shapeOf(forked('a0'))).not.toBe(shapeOf(forked('b0')));
  });

  it('is the same under other ids, in another order and with other values for any workflow', () => {
    const nodes = fc.array(fc.tuple(fc.constantFrom('A', 'B'), fc.array(fc.nat(), { maxLength: 3 })), { minLength: 2 });
    fc.assert(
      fc.property(nodes, fc.integer(), fc.integer(), (drawn, value, other) => {
        // Each node reads earlier ones.
        const built = (literal: number): Nodes =>
          Object.fromEntries(
            drawn.map(([name, sources], index) => {
              const links = index === 0 ? [] : sources.map((at, slot) => [`in${slot}`, [`n${at % index}`, slot % 2]]);
              return [`n${index}`, node(name, { ...Object.fromEntries(links), value: literal })];
            }),
          );
        const shape = shapeOf(built(value));
        expect(shape).not.toBe('');
        expect(shapeOf(renamed(built(other), (id) => `new ${id}`))).toBe(shape);
        const more = { ...built(value), more: node('A', { in0: ['n0', 0] }) };
        expect(shapeOf(more)).not.toBe(shape);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is empty for a workflow with a cycle, or with too many nodes or inputs', () => {
    expect(shapeOf(changed('4', { ckpt_name: ['8', 0] }))).toBe('');
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`n${n}`, node('Any', n > 0 ? { a: ['n0', 0] } : {})]),
      );
    expect(shapeOf(many(1000))).not.toBe('');
    expect(shapeOf(many(1001))).toBe('');
    const inputs = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`in${n}`, n]));
    expect(shapeOf({ '1': node('Any', inputs) })).toBe('');
  });
});
