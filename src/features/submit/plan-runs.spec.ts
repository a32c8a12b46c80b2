import { describe, expect, test } from 'vitest';
import { makeDraft } from '@/api/storage/make-draft';
import { openEditor } from './editor-state';
import { fieldKey } from './form-model';
import { planRuns } from './plan-runs';

const TEXT =
  '{"1":{"class_type":"Noise","inputs":{"seed":18446744073709551614,"x":1.0}},"2":{"class_type":"Load","inputs":{"image":"a.png"}}}';
const SEED = fieldKey('1', 'seed');

function open(mode: 'keep' | 'increment' | 'randomize') {
  const draft = makeDraft('local', { text: TEXT, title: 'x', origin: 'file' }, 0);
  return { ...openEditor(draft, null), seedModes: { [SEED]: mode } };
}
const seedsOf = (texts: readonly string[]) => texts.map((text) => /"seed":(\d+)/.exec(text)?.[1]);

describe('planRuns', () => {
  test('moves the seed between runs, with every digit, and says where it stands afterwards', () => {
    const { texts, seedsAfter } = planRuns(open('increment'), 3);
    expect(seedsOf(texts)).toEqual(['18446744073709551614', '18446744073709551615', '0']);
    expect(String(seedsAfter.get(SEED)?.after)).toBe('1');
    expect(texts[0]).toBe(TEXT);
  });

  test('draws a new seed for each run', () => {
    const { texts } = planRuns(open('randomize'), 20);
    expect(new Set(seedsOf(texts)).size).toBe(20);
  });

  test('repeats one workflow if no seed moves', () => {
    expect(planRuns(open('keep'), 3)).toEqual({ texts: [TEXT, TEXT, TEXT], seedsAfter: new Map() });
  });

  test('runs each value of a list, and moves the seed on through all of them', () => {
    const list = { key: fieldKey('2', 'image'), values: ['b.png', 'c.png'] };
    const { texts } = planRuns(open('increment'), 2, list);
    expect(texts.map((text) => /"image":"(\w)/.exec(text)?.[1])).toEqual(['b', 'b', 'c', 'c']);
    expect(new Set(seedsOf(texts)).size).toBe(4);
  });
});
