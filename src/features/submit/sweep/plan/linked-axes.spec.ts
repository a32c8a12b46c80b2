import { describe, expect, it } from 'vitest';
import type { SweepForm } from '@/domains/drafts/sweep-form';
import { linkGroups, withLink, withoutAxis } from './linked-axes';
import { newCsvAxis, newSweep } from './sweep-form';

const form = (...links: (string | null)[]): SweepForm => ({
  ...newSweep(),
  axes: links.map((linkedTo, index) => ({
    ...newCsvAxis('abcd'.charAt(index)),
    ...(linkedTo === null ? {} : { linkedTo }),
  })),
});
const groupsOf = ({ axes }: SweepForm) =>
  linkGroups(axes).map((group) => group.map((index) => axes[index]?.id).join(''));

describe('linked axes', () => {
  it('are grouped at the first of them', () => {
    expect(groupsOf(form(null, null, 'a', 'b'))).toEqual(['ac', 'bd']);
    expect(groupsOf(form(null, 'gone', 'd', null))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('take those along that are linked to them', () => {
    expect(groupsOf(withLink(form(null, null, 'b'), 'b', 'a'))).toEqual(['abc']);
    expect(groupsOf(withLink(form(null, 'a', 'a'), 'b', null))).toEqual(['ac', 'b']);
  });

  it('stay linked to each other when the first is removed', () => {
    expect(groupsOf(withoutAxis(form(null, 'a', 'a', null), 'a'))).toEqual(['bc', 'd']);
  });
});
