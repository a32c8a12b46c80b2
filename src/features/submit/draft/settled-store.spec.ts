import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { makeDraft } from '@/domains/drafts/make-draft';
import { openEditor } from './editor-state';
import type { SessionState } from './session-state';
import { settledStore } from './settled-store';

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

function openStore() {
  const text = '{"1":{"class_type":"KSampler","inputs":{"steps":20}}}';
  const draft = makeDraft('local', { text, title: 'test', origin: 'file' }, 0);
  return createStore<SessionState>(() => ({
    ...openEditor(draft, null),
    saving: 'saved',
    isDeleted: false,
    isRunQueued: false,
    focusedNode: null,
    focusedField: null,
    runCount: 1,
    isTemplateEdited: false,
    target: null,
    isAttempted: false,
    placedRejection: null,
    foreign: 'no',
    sweep: null,
  }));
}

it('gets changed values after the paint, in one step for all keys before it', async () => {
  const source = openStore();
  const settled = settledStore(source);
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
  const source = openStore();
  const settled = settledStore(source);
  source.setState({ isAttempted: true });
  expect(settled.getState().isAttempted).toBe(true);
});
