import type { ModelEntry } from '@contract/router/schemas';
import { describe, expect, it } from 'vitest';
import { FIRST_STEP, isCutOff, isWhole, nextStep, walkedModels, catalogTag, type WalkedPage } from './catalog-walk';

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

describe('the catalog walk', () => {
  it('R-2.24 R-2.25 R-2.26 continues after a short and after an empty page', () => {
    expect(nextStep([page(['a/b'], 'c1')])?.cursor).toBe('c1');
    expect(nextStep([page([], 'c1')])?.cursor).toBe('c1');
  });

  it('R-2.27 ends if has_more is false, whatever else the page contains', () => {
    const full = page(['a/b', 'a/c'], null);
    full.page.next_cursor = 'c9';
    expect(nextStep([full])).toBeNull();
    expect(isCutOff([full])).toBe(false);
  });

  it('R-2.33 R-2.36 R-4.06 returns each cursor unchanged, and sends none for the first page', () => {
    expect(FIRST_STEP.cursor).toBeNull();
    expect(nextStep([page([], 'z+/=~'), page([], 'A', at('z+/=~'))])?.cursor).toBe('A');
  });

  it('R-4.10 requests pages of the served size', () => {
    expect(nextStep([page(['a/b'], 'c1', { limit: 40 })])?.limit).toBe(40);
  });

  it('lists a model once if two pages contain it', () => {
    const pages = [page(['a/b', 'a/c'], 'c1'), page(['a/c', 'a/d'], null, at('c1'))];
    expect(walkedModels(pages).map(({ id }) => id)).toEqual(['a/b', 'a/c', 'a/d']);
  });

  it('R-2.39 R-9.14 returns each current model once if the catalog is rebuilt during the walk', () => {
    const before = page(['a/gone', 'a/b'], 'c1');
    const restarted = page(['a/b'], 'd1', { isRestart: true });
    expect(walkedModels([before, restarted]).map(({ id }) => id)).toEqual(['a/b', 'a/gone']);
    const last = page(['a/new'], null, at('d1'));
    expect(walkedModels([before, restarted, last]).map(({ id }) => id)).toEqual(['a/b', 'a/new']);
  });

  it('ends if the cursors form a cycle', () => {
    const pages = [page(['a/b'], 'c1'), page(['a/c'], 'c1', at('c1'))];
    expect(nextStep(pages)).toBeNull();
    expect(isCutOff(pages)).toBe(true);
  });

  it('is complete only at the end that the router reports', () => {
    expect(isWhole([])).toBe(false);
    expect(isWhole([page(['a/b'], 'c1')])).toBe(false);
    expect(isWhole([page(['a/b'], 'c1'), page([], null, at('c1'))])).toBe(true);
  });

  it('has an ETag if all pages have the same one', () => {
    const first = page(['a/b'], 'c1', { tag: '"1"' });
    expect(catalogTag([first, page([], null, { ...at('c1'), tag: '"1"' })])).toBe('"1"');
    expect(catalogTag([first, page([], null, { ...at('c1'), tag: '"2"' })])).toBeNull();
    expect(catalogTag([first, page([], null, at('c1'))])).toBeNull();
    expect(catalogTag([first, page([], null, { tag: '"2"', isRestart: true })])).toBe('"2"');
    expect(catalogTag([])).toBeNull();
  });
});
