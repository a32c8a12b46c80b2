import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import { makeDraft } from '@/domains/drafts/make-draft';
import { checkInSlices, DraftEditor } from './draft-editor';
import { openEditor, setValue, type EditorState } from './editor-state';

const DEFINITIONS: NodeDefinitions = {
  Blur: {
    name: 'Blur',
    input: { required: { radius: ['INT', { min: 1 }], sigma: ['FLOAT', {}], image: ['IMAGE'] } },
    output: ['IMAGE'],
    output_node: true,
  },
};
const NODES = 2000;
const workflow = Object.fromEntries(
  Array.from({ length: NODES }, (_, index) => [
    `n${index}`,
    { class_type: 'Blur', inputs: { radius: 3, sigma: 1.5, image: [`n${Math.max(0, index - 1)}`, 0] } },
  ]),
);
const RADIUS = fieldKey('n7', 'radius');

function openLarge() {
  const draft = makeDraft('local', { text: JSON.stringify(workflow), title: 'large', origin: 'file' }, 0);
  return createStore<EditorState>(() => openEditor(draft, DEFINITIONS));
}

const edit = (store: ReturnType<typeof openLarge>, value: number) =>
  store.setState(setValue(store.getState(), RADIUS, value, 0));

function openSmall() {
  const text = '{"1":{"class_type":"KSampler","inputs":{"steps":20}}}';
  const draft = makeDraft('local', { text, title: 'test', origin: 'file' }, 0);
  return new DraftEditor('gateway', draft, null, () => {});
}

describe('the check of a workflow', () => {
  it('checks a large workflow in parts, between which the page can handle keys', async () => {
    const store = openLarge();
    edit(store, 5);
    let parts = 0;
    await checkInSlices(store, async () => {
      parts += 1;
    });
    expect(parts).toBeGreaterThan(5);
    expect(store.getState().graph.get('n7')?.inputs['radius']).toBe(5);
    expect(store.getState().nodeProblems).toHaveProperty('n0');
  });

  it('drops the result if the workflow has changed in the meantime', async () => {
    const store = openLarge();
    edit(store, 5);
    const { graph } = store.getState();
    let isEdited = false;
    await checkInSlices(store, async () => {
      if (!isEdited) edit(store, 6);
      isEdited = true;
    });
    expect(store.getState().graph).toBe(graph);
    await checkInSlices(store);
    expect(store.getState().graph.get('n7')?.inputs['radius']).toBe(6);
  });
});

describe('the store that follows after the paint', () => {
  let paint = () => {};

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
      paint = callback;
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('gets changed values after the paint, in one step for all keys before it', async () => {
    const { store: source, settled } = openSmall();
    const seen: unknown[] = [];
    settled.subscribe(({ values }) => seen.push(values.get('k')));
    source.setState({ values: new Map([['k', 1]]) });
    source.setState({ values: new Map([['k', 2]]) });
    await vi.advanceTimersByTimeAsync(5);
    expect(seen).toEqual([]);
    paint();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual([2]);
    source.setState({ values: new Map([['k', 3]]) });
    await vi.advanceTimersByTimeAsync(1);
    paint();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual([2, 3]);
  });

  it('gets every other change at once', () => {
    const { store: source, settled } = openSmall();
    source.setState({ isAttempted: true });
    expect(settled.getState().isAttempted).toBe(true);
  });
});
