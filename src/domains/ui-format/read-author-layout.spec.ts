import { describe, expect, test } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import { parseJson } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import { convertUiText } from './convert-ui-workflow';
import { authorLayout } from './read-author-layout';
import { authorPartsOf } from './read-author-parts';
import { UI_DEFINITIONS } from './testing/ui-fixtures';
import { readUiWorkflow } from './ui-graph';

const node = (id: number, x: number, y: number, more: object = {}) => ({
  id,
  type: 'Empty',
  pos: [x, y],
  size: [200, 100],
  mode: 0,
  ...more,
});

function graphOf(ids: string[]) {
  const nodes = ids.map((id): [string, object] => [id, { class_type: 'Empty', inputs: {} }]);
  const read = readWorkflow(JSON.stringify(Object.fromEntries(nodes)));
  if (!read.ok) throw new Error(read.problem.message);
  return read.graph;
}

function layoutOf(workflow: object, ids: string[]) {
  return authorPartsOf(JSON.stringify(workflow), graphOf(ids)).layout ?? null;
}

describe('the layout of the author', () => {
  test('has position, size with the title above, and color of each node of the graph', () => {
    const layout = layoutOf(
      {
        nodes: [
          node(1, 10, 40, { color: '#322', bgcolor: '#533' }),
          // As early editors saved them.
          node(2, 0, 0, { pos: { 0: 300.4, 1: 40 }, size: { 0: 150, 1: 80 }, flags: { collapsed: true } }),
          node(3, 0, 0, { type: 'Reroute' }),
        ],
      },
      ['1', '2'],
    );
    expect(layout).toEqual({
      nodes: {
        1: { x: 10, y: 10, width: 200, height: 130, color: '#533' },
        2: { x: 300, y: 10, width: 150, height: 30, color: null },
      },
      groups: [],
      notes: [],
    });
  });

  test('has groups, and notes as text', () => {
    const layout = layoutOf(
      {
        nodes: [
          node(1, 0, 0),
          node(7, 0, 200, { type: 'Note', title: 'Read me', widgets_values: ['Change the <b>seed</b>'] }),
          node(8, 0, 400, { type: 'MarkdownNote', widgets_values: ['# Models'] }),
          node(9, 0, 600, { type: 'Note', widgets_values: [5] }),
        ],
        groups: [
          { title: 'Start', bounding: [-10, -60, 300, 200], color: '#3f789e' },
          { title: 'No place', color: 'url(x)' },
        ],
      },
      ['1'],
    );
    expect(layout?.groups).toEqual([{ title: 'Start', x: -10, y: -60, width: 300, height: 200, color: '#3f789e' }]);
    expect(layout?.notes.map(({ title, text }) => [title, text])).toEqual([
      ['Read me', 'Change the <b>seed</b>'],
      ['Note', '# Models'],
    ]);
  });

  test('opens subgraphs around their node, and moves on what is right of it and below', () => {
    const inner = { id: 'sub', name: 'Upscale', nodes: [node(1, 1000, 1000), node(2, 1500, 1300)], links: [] };
    const layout = layoutOf(
      {
        nodes: [
          node(4, 0, 30),
          node(5, 300, 30, { type: 'sub' }),
          node(6, 600, 30),
          node(7, 300, 230),
          node(8, -300, 30, { type: 'Note', widgets_values: ['left'] }),
        ],
        groups: [{ title: 'All', bounding: [-20, -20, 840, 400] }],
        definitions: { subgraphs: [inner] },
      },
      ['4', '5:1', '5:2', '6', '7'],
    );
    const { nodes = {}, groups = [] } = layout ?? {};
    const frame = groups.find(({ title }) => title === 'Upscale');
    expect(frame).toMatchObject({ x: 300, y: 0, width: 740, height: 500 });
    expect(nodes['5:1']).toMatchObject({ x: 320, y: 50 });
    expect(nodes['5:2']).toMatchObject({ x: 820, y: 350 });
    expect([nodes['4']?.x, nodes['6']?.x, nodes['7']?.x, nodes['7']?.y]).toEqual([0, 1140, 300, 570]);
    expect(layout?.notes[0]?.x).toBe(-300);
    expect(groups.find(({ title }) => title === 'All')).toMatchObject({ x: -20, width: 840 + 540, height: 400 + 370 });
  });

  test('opens each instance of a subgraph, also in subgraphs, and none in itself', () => {
    const subgraphs = [
      { id: 'a', nodes: [node(1, 0, 0), node(2, 300, 0, { type: 'b' })], links: [] },
      { id: 'b', nodes: [node(1, 0, 0), node(2, 300, 0, { type: 'a' })], links: [] },
    ];
    const nodes = [node(1, 0, 0, { type: 'a' }), node(2, 0, 300, { type: 'a' })];
    const layout = layoutOf({ nodes, definitions: { subgraphs } }, ['1:1', '1:2:1', '2:1', '2:2:1']);
    expect(Object.keys(layout?.nodes ?? {}).sort()).toEqual(['1:1', '1:2:1', '2:1', '2:2:1']);
  });

  test('is part of the conversion, by the ids of its graph', () => {
    const nodes = [
      node(1, 0, 0, { outputs: [{ name: 'LATENT', type: 'LATENT', links: [1] }], widgets_values: [8, 8] }),
      node(2, 300, 0, {
        type: 'Show',
        inputs: [{ name: 'images', type: 'LATENT', link: 1 }],
        widgets_values: ['out'],
      }),
    ];
    const workflow = { nodes, links: [[1, 1, 0, 2, 0, 'LATENT']] };
    const conversion = convertUiText(JSON.stringify(workflow), UI_DEFINITIONS);
    expect(conversion.ok && Object.keys(conversion.author.layout?.nodes ?? {})).toEqual(['1', '2']);
  });

  test('is bounded', () => {
    const ids = Array.from({ length: 3001 }, (_, id) => String(id));
    const nodes = ids.map((_, id) => node(id, id, 0));
    expect(layoutOf({ nodes }, ids)).toBeNull();
    expect(layoutOf({ nodes }, ids.slice(1))).not.toBeNull();
    const long = node(9, 0, 0, { type: 'Note', title: 'x'.repeat(999), widgets_values: ['x'.repeat(50_000)] });
    const notes = Array.from({ length: 500 }, (_, index) => ({ ...long, id: 100 + index }));
    const layout = layoutOf({ nodes: [node(1, 0, 0), ...notes] }, ['1']);
    expect(JSON.stringify(layout).length).toBeLessThan(130_000);
  });

  test('is missing if the file has no positions, or they are not numbers', () => {
    expect(layoutOf({ nodes: [node(1, 0, 0, { pos: undefined })] }, ['1'])).toBeNull();
    expect(layoutOf({ nodes: [node(1, 0, 0, { pos: ['a', 'b'] })] }, ['1'])).toBeNull();
    expect(layoutOf({ nodes: [node(1, 1e300, 0)] }, ['1'])).toBeNull();
    expect(layoutOf({ nodes: [node(1, 0, 0)] }, ['1', '2', '3'])).toBeNull();
    expect(authorPartsOf('not JSON', graphOf(['1']))).toEqual({});
  });

  test('never throws, whatever the file', () => {
    const any = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.double(), { maxLength: 4 }));
    const parts = {
      nodes: fc.array(fc.record({ id: fc.nat(3), type: fc.constantFrom('a', 'b', 'Note'), pos: any, size: any }), {
        maxLength: 6,
      }),
      groups: fc.array(fc.record({ bounding: any, title: any }), { maxLength: 3 }),
    };
    const subgraph = fc.record({ ...parts, id: fc.constantFrom('a', 'b') });
    const definitions = fc.record({ subgraphs: fc.array(subgraph, { maxLength: 2 }) });
    const value = fc.record({ ...parts, definitions });
    fc.assert(
      fc.property(value, (workflow) => {
        const read = readUiWorkflow(parseJson(JSON.stringify(workflow)));
        const layout = authorLayout(read, new Set(['0', '1', '1:0', '1:1']));
        for (const box of Object.values(layout?.nodes ?? {})) {
          expect([box.x, box.y, box.width, box.height].every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
