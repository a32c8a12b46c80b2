import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { readGraph, type Graph } from '@contract/workflow/graph';
import type { JsonObject } from '@contract/json/lossless';
import { changeKeys, resetKeys } from '@/shared/commands/keymap';
import { NODE_WIDTH } from './layout/layout-size';
import { GraphView, type GraphViewProps } from './graph-view';
import { graphLayoutSetting } from './layout/author-plan';
import type { GraphNodeState } from './node-style';
import '@/testing/console-styles';

const node = (title: string, inputs: JsonObject = {}): JsonObject => ({
  class_type: title.replaceAll(' ', ''),
  inputs,
  _meta: { title },
});

const CORAL: JsonObject = {
  3: node('Seed', { value: 7 }),
  4: node('Palette', { name: 'coral' }),
  5: node('Reaction diffusion', { seed: ['3', 0], palette: ['4', 0] }),
  9: node('Save image', { images: ['5', 0], filename_prefix: 'seed7_' }),
};

function graphOf(workflow: JsonObject): Graph {
  const result = readGraph(workflow);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

const chainOf = (count: number): JsonObject =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `n${index}`,
      node(`Step ${index}`, index === 0 ? {} : { input: [`n${index - 1}`, 0] }),
    ]),
  );

const state = (word: string, more: Partial<GraphNodeState> = {}): GraphNodeState => ({
  state: word,
  ms: null,
  step: null,
  steps: null,
  ...more,
});

const RUNNING = new Map([
  ['3', state('cached')],
  ['4', state('done', { ms: 400 })],
  ['5', state('running', { step: 186, steps: 300 })],
  ['9', state('waiting')],
]);

/** The view in a fixed-size frame that holds its selection. */
function Framed({ onSelect, ...props }: Omit<GraphViewProps, 'label'> & { onSelect?: (id: string | null) => void }) {
  const [selected, setSelected] = useState<string | null>(props.selectedNodeId ?? null);
  return (
    <div className="flex h-[400px] w-[900px]">
      <GraphView
        {...props}
        label="Graph of Coral"
        selectedNodeId={selected}
        onSelectNode={(id) => {
          setSelected(id);
          onSelect?.(id);
        }}
      />
    </div>
  );
}

const graph = () => page.getByRole('application', { name: /^Graph of Coral/ });
const nodeBox = (name: string) => graph().getByRole('group', { name, exact: true });
const boxOf = (name: string) => nodeBox(name).element().getBoundingClientRect();
const LAST = 'Save image, node 9';
async function settledBox(name: string): Promise<DOMRect> {
  await expect.poll(() => isWithinFrame(name)).toBe(true);
  return boxOf(name);
}
const strokeOf = (token: string) => {
  const probe = document.createElement('i');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
const strokes = () =>
  [...graph().element().querySelectorAll('path.graph-line')].map((line) => getComputedStyle(line).stroke);

beforeEach(async () => {
  await page.viewport(1440, 900);
});
afterEach(resetKeys);

describe('the graph view', () => {
  it('runs from left to right, all in view, with titles, ids and values', async () => {
    await render(<Framed graph={graphOf(CORAL)} />);
    await expect.element(nodeBox('Seed, node 3')).toBeVisible();
    const isInOrder = () => {
      const [seed, diffusion, save] = [boxOf('Seed, node 3'), boxOf('Reaction diffusion, node 5'), boxOf(LAST)];
      return seed.right < diffusion.left && diffusion.right < save.left;
    };
    await expect.poll(isInOrder).toBe(true);
    await expect.poll(() => isWithinFrame('Seed, node 3')).toBe(true);
    await expect.poll(() => isWithinFrame(LAST)).toBe(true);
    await expect.element(nodeBox('Seed, node 3').getByText('value 7')).toBeVisible();
    await expect.element(nodeBox('Save image, node 9').getByText('seed7_')).toBeVisible();
    await expect.poll(strokes).toEqual(['--line-control', '--line-control', '--line-control'].map(strokeOf));
  });

  it('opens where it stays, from the first frame', async () => {
    const places = new Set<string>();
    const watch = new MutationObserver(() => {
      for (const box of document.querySelectorAll('.graph [role="group"]')) {
        const { x, y } = box.getBoundingClientRect();
        places.add(`${box.getAttribute('aria-label') ?? ''} at ${x}, ${y}`);
      }
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    await render(<Framed graph={graphOf(CORAL)} />);
    await expect.element(nodeBox('Seed, node 3')).toBeVisible();
    const { left } = boxOf('Seed, node 3');
    let placesBefore = 0;
    // Once a key moves the view, xyflow has set its own camera.
    const isMovedByKey = () => {
      if (boxOf('Seed, node 3').left !== left) return true;
      placesBefore = places.size;
      graph()
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      return false;
    };
    await expect.poll(isMovedByKey).toBe(true);
    watch.disconnect();
    expect(placesBefore).toBe(4);
  });

  it('shows the state of each node by icon, label, step and border', async () => {
    await render(<Framed graph={graphOf(CORAL)} states={RUNNING} />);
    const running = nodeBox('Reaction diffusion, node 5');
    await expect.element(running.getByText('186 / 300')).toBeVisible();
    await expect
      .element(running.getByRole('progressbar', { name: 'Steps of Reaction diffusion' }))
      .toHaveAttribute('aria-valuenow', '62');
    await expect.element(running.getByText('running')).toBeInTheDocument();
    await expect.element(nodeBox('Palette, node 4').getByText('done')).toBeInTheDocument();
    await expect.element(nodeBox('Palette, node 4').getByText('0.4 s')).toBeVisible();
    await expect.element(nodeBox('Save image, node 9').getByText('waiting')).toBeInTheDocument();
    await expect.poll(() => strokes().sort()).toEqual(['--ok', '--ok', '--accent'].map(strokeOf).sort());
  });

  it('updates during a run without moving anything', async () => {
    const rooms = new Set(['9']);
    const { rerender } = await render(<Framed graph={graphOf(CORAL)} states={RUNNING} imageRooms={rooms} />);
    await expect.element(nodeBox('Save image, node 9')).toBeVisible();
    await settledBox('Seed, node 3');
    const before = ['Seed, node 3', 'Reaction diffusion, node 5'].map((name) => boxOf(name).toJSON() as object);
    const done = new Map([...RUNNING.keys()].map((id) => [id, state('done')]));
    const images = new Map([
      ['9', <img key="9" alt="Output seed7_00001_.png" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" />],
    ]);
    await rerender(<Framed graph={graphOf(CORAL)} states={done} imageRooms={rooms} images={images} />);
    await expect.element(nodeBox('Save image, node 9').getByRole('img')).toBeVisible();
    expect(['Seed, node 3', 'Reaction diffusion, node 5'].map((name) => boxOf(name).toJSON() as object)).toEqual(
      before,
    );
    await expect.poll(() => boxOf(LAST).height - boxOf('Seed, node 3').height).toBeGreaterThan(0);
    await expect.poll(strokes).toEqual(['--ok', '--ok', '--ok'].map(strokeOf));
  });

  it('shows the error of a node, and which nodes did not run', async () => {
    await render(
      <Framed
        graph={graphOf(CORAL)}
        states={new Map([['4', state('failed')]])}
        problems={new Map([['4', 'name: not a palette']])}
      />,
    );
    await expect.element(nodeBox('Palette, node 4').getByText('name: not a palette')).toBeVisible();
    await expect.element(nodeBox('Palette, node 4').getByText('failed')).toBeInTheDocument();
    await expect.element(nodeBox('Seed, node 3').getByText('not run')).toBeInTheDocument();
  });

  it('selects a node on click, and clears the selection on a click outside', async () => {
    const seen: (string | null)[] = [];
    await render(<Framed graph={graphOf(CORAL)} onSelect={(id) => seen.push(id)} />);
    await nodeBox('Palette, node 4').click();
    await userEvent.click(graph(), { position: { x: 450, y: 390 } });
    await expect.poll(() => seen).toEqual(['4', null]);
  });

  it('supports the keyboard: pan, zoom, fit, move between nodes', async () => {
    const seen: (string | null)[] = [];
    await render(<Framed graph={graphOf(CORAL)} onSelect={(id) => seen.push(id)} />);
    const home = await settledBox('Seed, node 3');
    await userEvent.tab();
    await expect.element(graph()).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => home.left - boxOf('Seed, node 3').left).toBeCloseTo(80);
    await userEvent.keyboard('+');
    await expect.poll(() => boxOf('Seed, node 3').width).toBeCloseTo(home.width * 1.3);
    await userEvent.keyboard('0');
    await expect.poll(() => boxOf('Seed, node 3').left).toBeCloseTo(home.left);
    await userEvent.keyboard('{]}{]}{]}{[}{Escape}');
    await expect.poll(() => seen).toEqual(['3', '4', '5', '4', null]);
    await userEvent.keyboard('{]}');
    await expect.element(page.getByText('Seed, node 3', { exact: true })).toBeInTheDocument();
  });

  it('zooms with the customized shortcuts, and displays them', async () => {
    changeKeys({ 'zoom-in': ['u'] });
    await render(<Framed graph={graphOf(CORAL)} />);
    const { width } = await settledBox('Seed, node 3');
    await userEvent.tab();
    await expect.element(page.getByText('Arrows move, U zooms in, - zooms out, 0 fits')).toBeInTheDocument();
    await userEvent.keyboard('+u');
    await expect.poll(() => boxOf('Seed, node 3').width).toBeCloseTo(width * 1.3);
  });

  it('pans by dragging, and does not move when states change', async () => {
    const { rerender } = await render(<Framed graph={graphOf(CORAL)} states={RUNNING} />);
    const home = await settledBox('Seed, node 3');
    const pane = graph().element().querySelector('.react-flow__pane');
    if (!pane) throw new Error('There is nothing to drag');
    drag(pane, { x: 400, y: 300 }, { x: 440, y: 330 });
    await expect.poll(() => boxOf('Seed, node 3').left - home.left).toBeCloseTo(40);
    await rerender(<Framed graph={graphOf(CORAL)} states={new Map([['5', state('running')]])} />);
    expect(boxOf('Seed, node 3').left - home.left).toBeCloseTo(40);
  });

  it('opens on the selected node, wherever it is', async () => {
    await render(<Framed graph={graphOf(chainOf(60))} selectedNodeId="n55" />);
    await expect.poll(() => isWithinFrame('Step 55, node n55')).toBe(true);
  });

  it('follows the running node on request, until the user pans', async () => {
    const at = (id: string) => new Map([[id, state('running')]]);
    const { rerender } = await render(<Framed graph={graphOf(chainOf(60))} states={at('n2')} />);
    const follow = page.getByRole('button', { name: 'Follow' });
    await follow.click();
    await expect.element(follow).toHaveAttribute('aria-pressed', 'true');
    await rerender(<Framed graph={graphOf(chainOf(60))} states={at('n40')} />);
    await expect.poll(() => isWithinFrame('Step 40, node n40')).toBe(true);
    const pane = graph().element().querySelector('.react-flow__pane');
    if (pane) drag(pane, { x: 400, y: 300 }, { x: 300, y: 300 });
    await expect.element(follow).toHaveAttribute('aria-pressed', 'false');
  });

  it('opens with a chain of 8 nodes fully in view', async () => {
    await render(<Framed graph={graphOf(chainOf(8))} />);
    await expect.element(nodeBox('Step 0, node n0')).toBeVisible();
    const right = () => nodeBox('Step 7, node n7').element().getBoundingClientRect().right;
    await expect.poll(right).toBeLessThanOrEqual(graph().element().getBoundingClientRect().right);
  });

  it('wraps a chain that is longer than its pane into rows, at a readable size', async () => {
    await render(<Framed graph={graphOf(chainOf(8))} />);
    await expect.element(nodeBox('Step 7, node n7')).toBeVisible();
    await expect.poll(() => boxOf('Step 7, node n7').top - boxOf('Step 0, node n0').bottom).toBeGreaterThan(0);
    await expect.poll(() => boxOf('Step 0, node n0').width / NODE_WIDTH).toBeGreaterThanOrEqual(0.7);
    for (const index of [0, 3, 4, 7]) {
      await expect.poll(() => isWithinFrame(`Step ${index}, node n${index}`)).toBe(true);
    }
  });

  it('opens a large graph on a readable part, with a minimap to navigate', async () => {
    await render(<Framed graph={graphOf(chainOf(300))} />);
    await expect.element(nodeBox('Step 0, node n0')).toBeVisible();
    await expect.poll(() => boxOf('Step 0, node n0').width / NODE_WIDTH).toBeGreaterThanOrEqual(0.6);
    const overview = graph().element().querySelector('[data-overview] svg') as Element;
    (overview as SVGSVGElement).setPointerCapture = () => {};
    const pressAtEnd = () => {
      const { right, bottom, top } = overview.getBoundingClientRect();
      const place = { clientX: right - 0.1, clientY: (top + bottom) / 2 };
      overview.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerId: 1, buttons: 1, ...place }));
      return nodeBox('Step 299, node n299').elements().length;
    };
    // xyflow provides its camera shortly after the first render.
    await expect.poll(pressAtEnd).toBe(1);
    await expect.element(nodeBox('Step 0, node n0')).not.toBeInTheDocument();
  });

  it('renders only the visible part of a large graph', async () => {
    await render(<Framed graph={graphOf(chainOf(1000))} />);
    await expect.element(nodeBox('Step 0, node n0')).toBeVisible();
    await expect.poll(() => graph().getByRole('group').elements().length).toBeLessThan(20);
    await userEvent.click(page.getByRole('button', { name: 'Fit' }));
    await expect.poll(() => graph().getByRole('group').elements().length).toBeGreaterThan(20);
    expect(graph().getByRole('group').elements().length).toBeLessThan(1000);
  });

  it('has a table view, which selects nodes and shows the source of each input', async () => {
    const seen: (string | null)[] = [];
    await render(<Framed graph={graphOf(CORAL)} states={RUNNING} onSelect={(id) => seen.push(id)} />);
    await page.getByRole('button', { name: 'As table' }).click();
    const table = page.getByRole('table', { name: 'Graph of Coral: 4 nodes' });
    const row = table.getByRole('row', { name: /Reaction diffusion/ }).nth(0);
    await expect.element(row).toHaveTextContent('5Reaction diffusion');
    await expect.element(row).toHaveTextContent(/running 186 \/ 300/);
    await expect.element(row).toHaveTextContent(/seed from Seed 3palette from Palette 4/);
    await row.getByRole('button', { name: 'Reaction diffusion' }).click();
    await expect.poll(() => seen).toEqual(['5']);
    await page.getByRole('button', { name: 'As graph' }).click();
    await expect.element(nodeBox('Reaction diffusion, node 5')).toBeVisible();
  });
});

function isWithinFrame(name: string): boolean {
  if (nodeBox(name).elements().length === 0) return false;
  const box = boxOf(name);
  const frame = graph().element().getBoundingClientRect();
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

/** Drags like a mouse: press, move past the threshold, release. */
function drag(target: Element, from: { x: number; y: number }, to: { x: number; y: number }): void {
  const frame = target.getBoundingClientRect();
  const event = (type: string, at: { x: number; y: number }) =>
    new MouseEvent(type, {
      bubbles: true,
      cancelable: true,
      view: window,
      button: 0,
      buttons: 1,
      clientX: frame.left + at.x,
      clientY: frame.top + at.y,
    });
  target.dispatchEvent(event('mousedown', from));
  window.dispatchEvent(event('mousemove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }));
  window.dispatchEvent(event('mousemove', to));
  window.dispatchEvent(event('mouseup', to));
}

describe('the layout of the author', () => {
  afterEach(() => graphLayoutSetting.set('author'));
  const at = (x: number, y: number, height = 120) => ({ x, y, width: 300, height, color: '#335544' });
  const author = {
    // From right to left, which the computed layout never is.
    nodes: { 3: at(1200, 0), 4: at(1200, 300), 5: at(600, 100, 240), 9: at(0, 100) },
    groups: [{ ...at(580, 40, 340), width: 940, title: 'Growing <i>things</i>' }],
    notes: [{ ...at(0, 400), title: 'Read me', text: '# Seeds\nAny **seed** grows.\n<img src="/x">' }],
  };

  it('is kept with its groups and notes, until the computed one is chosen', async () => {
    await render(<Framed graph={graphOf(CORAL)} author={author} />);
    await settledBox(LAST);
    await expect.poll(() => boxOf(LAST).right < boxOf('Reaction diffusion, node 5').left).toBe(true);
    expect(boxOf('Reaction diffusion, node 5').right).toBeLessThan(boxOf('Seed, node 3').left);
    await expect.element(graph().getByText('Growing <i>things</i>')).toBeVisible();
    await expect.element(graph().getByText('Seeds', { exact: true })).toBeVisible();
    expect(document.querySelector('.graph img, .graph i')).toBeNull();

    const tidy = page.getByRole('button', { name: 'Tidy layout' });
    await tidy.click();
    await expect.element(tidy).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => boxOf('Seed, node 3').right < boxOf(LAST).left).toBe(true);
    await expect.element(graph().getByText('Growing <i>things</i>')).not.toBeInTheDocument();
    await tidy.click();
    await expect.poll(() => boxOf(LAST).right < boxOf('Seed, node 3').left).toBe(true);
  });

  it('has its notes in full, as text, also beside the table and the computed layout', async () => {
    graphLayoutSetting.set('tidy');
    await render(<Framed graph={graphOf(CORAL)} author={author} />);
    const open = page.getByRole('button', { name: '1 note' });
    await open.click();
    const notes = page.getByRole('region', { name: 'Notes of the author' });
    await expect.element(notes.getByRole('heading', { name: 'Read me' })).toBeVisible();
    await expect.element(notes.getByText('Any seed grows.')).toBeVisible();
    await expect.element(notes.getByText('<img src="/x">')).toBeVisible();
    expect(notes.element().querySelector('img, a')).toBeNull();
    await page.getByRole('button', { name: 'As table' }).click();
    await expect.element(notes).toBeVisible();
    await open.click();
    await expect.element(notes).not.toBeInTheDocument();
  });

  it('is computed for a graph that the file does not place', async () => {
    await render(<Framed graph={graphOf(CORAL)} author={{ ...author, nodes: { 77: at(0, 0) } }} />);
    await settledBox(LAST);
    await expect.element(page.getByRole('button', { name: 'Tidy layout' })).not.toBeInTheDocument();
  });
});
