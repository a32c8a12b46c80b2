import { describe, expect, test } from 'vitest';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { openEditor } from '../editor-state';
import { fieldKey } from '@/domains/drafts/field-key';
import { nextRunText, planRuns, runTotalOf, seedsAfterSent, seedsBeforeRun } from './plan-runs';

const TEXT =
  '{"1":{"class_type":"Noise","inputs":{"seed":18446744073709551614,"x":1.0}},"2":{"class_type":"Load","inputs":{"image":"a.png"}}}';
const SEED = fieldKey('1', 'seed');

function open(mode: 'keep' | 'increment' | 'randomize') {
  const draft = makeDraft('local', { text: TEXT, title: 'x', origin: 'file' }, 0);
  return { ...openEditor(draft, null), seedModes: { [SEED]: mode } };
}
const seedsOf = (texts: readonly string[]) => texts.map((text) => /"seed":(\d+)/.exec(text)?.[1]);

describe('planRuns', () => {
  test('increments the seed between runs, with every digit, and returns its value afterwards', () => {
    const { texts, seedsAfter } = planRuns(open('increment'), 3);
    expect(seedsOf(texts)).toEqual(['18446744073709551614', '18446744073709551615', '0']);
    expect(String(seedsAfter.get(SEED)?.after)).toBe('1');
    expect(texts[0]).toBe(TEXT);
  });

  test('randomizes the seed for each run', () => {
    const { texts } = planRuns(open('randomize'), 20);
    expect(new Set(seedsOf(texts)).size).toBe(20);
  });

  test('repeats the same workflow if no seed changes', () => {
    expect(planRuns(open('keep'), 3)).toEqual({ texts: [TEXT, TEXT, TEXT], seedsAfter: new Map() });
  });

  test('runs each value of a list, and changes the seed throughout', () => {
    const list = { key: fieldKey('2', 'image'), values: ['b.png', 'c.png'] };
    const { texts } = planRuns(open('increment'), 2, list);
    expect(texts.map((text) => /"image":"(\w)/.exec(text)?.[1])).toEqual(['b', 'b', 'c', 'c']);
    expect(new Set(seedsOf(texts)).size).toBe(4);
  });
});

describe('runTotalOf', () => {
  const listed = (files: readonly string[], count: number) => ({
    ...open('keep'),
    runCount: 3,
    lists: {
      [fieldKey('2', 'image')]: { files: files.map((name) => ({ name, reference: name })), count, failed: [] },
    },
  });

  test('is the number of runs for each file of a list, also of files that are still uploading', () => {
    expect(runTotalOf({ ...open('keep'), runCount: 3 })).toBe(3);
    expect(runTotalOf(listed(['a.png'], 4))).toBe(12);
    expect(runTotalOf(listed([], 0))).toBe(3);
  });

  test('does not count a list that another value has replaced', () => {
    expect(runTotalOf(listed(['b.png', 'c.png'], 2))).toBe(3);
  });
});

function run(index: number, seed: string, draftId = 'draft'): OutboxEntry {
  return {
    id: String(index),
    surfaceId: 'local',
    key: String(index),
    createdAt: 1,
    title: 'x',
    draftId,
    workflowText: TEXT.replace('18446744073709551614', seed),
    graphFingerprint: '',
    labels: {},
    firstSentAt: 1,
    state: { name: 'submitted', jobId: String(index), how: 'answered' },
    isDismissed: false,
    batch: { id: 'click', index, count: 2 },
  };
}

describe('seeds that change before a run', () => {
  const shown = '18446744073709551614';
  const moved = (state: ReturnType<typeof open>, ...runs: OutboxEntry[]) =>
    seedsBeforeRun(state, Object.fromEntries(runs.map((entry) => [entry.id, entry]))).map(([, seed]) => String(seed));

  test('are those of the last run of the draft; one that was entered since is used first', () => {
    const state = open('increment');
    const { id } = state.draft;
    expect(moved(state)).toEqual([]);
    expect(moved(state, run(0, '41', id), run(1, shown, id))).toEqual(['18446744073709551615']);
    expect(moved(state, run(0, shown, id), run(1, '41', id))).toEqual([]);
    expect(moved(state, run(0, shown, 'another draft'))).toEqual([]);
    const entries = { 1: run(1, shown, id) };
    expect(nextRunText(state, entries, 'before')).toBe(TEXT.replace('614', '615'));
    expect(nextRunText(state, entries, 'after')).toBe(TEXT);
    expect(moved({ ...state, seedModes: { [SEED]: 'keep' } }, run(0, shown, id))).toEqual([]);
  });

  test('stay in the form as the last run has used them', () => {
    const { texts, seedsAfter } = planRuns(open('increment'), 3, null, 'before');
    expect(seedsOf(texts)).toEqual([shown, '18446744073709551615', '0']);
    expect(String(seedsAfter.get(SEED)?.after)).toBe('0');
    const after = seedsAfterSent(open('increment'), [run(1, '42'), run(0, '41')], 'before');
    expect([String(after.get(SEED)?.before), String(after.get(SEED)?.after)]).toEqual(['41', '42']);
  });
});

describe('seedsAfterSent', () => {
  test('continues from the last run of a click, and names the seed of the first', () => {
    const after = seedsAfterSent(open('increment'), [run(1, '42'), run(0, '41')]);
    expect([...after].map(([key, { before, after: next }]) => [key, String(before), String(next)])).toEqual([
      [SEED, '41', '43'],
    ]);
    expect(seedsAfterSent(open('keep'), [run(0, '41')]).size).toBe(0);
    expect(seedsAfterSent(open('increment'), []).size).toBe(0);
  });
});
