import type { ModelEntry } from '@contract/router/schemas';
import { describe, expect, it } from 'vitest';
import { FIRST_STEP, isCutOff, isWhole, nextStep, walkedModels, wholeTag, type WalkedPage } from './catalog-walk';

const entry = (id: string): ModelEntry => {
  const [provider = '', model = ''] = id.split('/');
  return { id, provider, model, billing: { charges_on_policy_rejection: 'no' } };
};

function page(ids: string[], next: string | null, more: Partial<WalkedPage> & { limit?: number } = {}): WalkedPage {
  const { limit = 100, ...rest } = more;
  const next_cursor = next === null ? {} : { next_cursor: next };
  return {
    page: { data: ids.map(entry), has_more: next !== null, limit, ...next_cursor },
    step: FIRST_STEP,
    tag: null,
    isRestart: false,
    ...rest,
  };
}

const at = (cursor: string): Pick<WalkedPage, 'step'> => ({ step: { cursor, limit: 100 } });

describe('the walk through a catalog', () => {
  it('R-2.24 R-2.25 R-2.26 goes on after a short and after an empty page', () => {
    expect(nextStep([page(['a/b'], 'c1')])?.cursor).toBe('c1');
    expect(nextStep([page([], 'c1')])?.cursor).toBe('c1');
  });

  it('R-2.27 ends where has_more is false, whatever else the page says', () => {
    const full = page(['a/b', 'a/c'], null);
    full.page.next_cursor = 'c9';
    expect(nextStep([full])).toBeNull();
    expect(isCutOff([full])).toBe(false);
  });

  it('R-2.33 R-2.36 R-4.06 passes each cursor back as it came, and none for the first page', () => {
    expect(FIRST_STEP.cursor).toBeNull();
    expect(nextStep([page([], 'z+/=~'), page([], 'A', at('z+/=~'))])?.cursor).toBe('A');
  });

  it('R-4.10 asks for pages of the size that was served', () => {
    expect(nextStep([page(['a/b'], 'c1', { limit: 40 })])?.limit).toBe(40);
  });

  it('lists a model once, though two pages have it', () => {
    const pages = [page(['a/b', 'a/c'], 'c1'), page(['a/c', 'a/d'], null, at('c1'))];
    expect(walkedModels(pages).map(({ id }) => id)).toEqual(['a/b', 'a/c', 'a/d']);
  });

  it('R-2.39 R-9.14 ends with each current model once when the catalog was rebuilt in the middle', () => {
    const before = page(['a/gone', 'a/b'], 'c1');
    const restarted = page(['a/b'], 'd1', { isRestart: true });
    expect(walkedModels([before, restarted]).map(({ id }) => id)).toEqual(['a/b', 'a/gone']);
    const last = page(['a/new'], null, at('d1'));
    expect(walkedModels([before, restarted, last]).map(({ id }) => id)).toEqual(['a/b', 'a/new']);
  });

  it('comes to an end where the router walks in circles', () => {
    const pages = [page(['a/b'], 'c1'), page(['a/c'], 'c1', at('c1'))];
    expect(nextStep(pages)).toBeNull();
    expect(isCutOff(pages)).toBe(true);
  });

  it('is through at the end that the router names, and nowhere before', () => {
    expect(isWhole([])).toBe(false);
    expect(isWhole([page(['a/b'], 'c1')])).toBe(false);
    expect(isWhole([page(['a/b'], 'c1'), page([], null, at('c1'))])).toBe(true);
  });

  it('has a tag where all pages of it have the same one', () => {
    const first = page(['a/b'], 'c1', { tag: '"1"' });
    expect(wholeTag([first, page([], null, { ...at('c1'), tag: '"1"' })])).toBe('"1"');
    expect(wholeTag([first, page([], null, { ...at('c1'), tag: '"2"' })])).toBeNull();
    expect(wholeTag([first, page([], null, at('c1'))])).toBeNull();
    expect(wholeTag([first, page([], null, { tag: '"2"', isRestart: true })])).toBe('"2"');
    expect(wholeTag([])).toBeNull();
  });
});
