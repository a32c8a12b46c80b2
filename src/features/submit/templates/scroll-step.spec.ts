import { describe, expect, it } from 'vitest';
import { scrollStep } from './scroll-step';

describe('scrollStep', () => {
  it('is zero between the edges, and grows towards and beyond them', () => {
    expect([100, 156, 400, 644, 700].map((y) => Math.sign(scrollStep(y, 100, 700)))).toEqual([-1, 0, 0, 0, 1]);
    expect(scrollStep(680, 100, 700)).toBeLessThan(scrollStep(699, 100, 700));
    expect(scrollStep(900, 100, 700)).toBe(scrollStep(700, 100, 700));
    expect(scrollStep(0, 100, 700)).toBe(-scrollStep(900, 100, 700));
  });

  it('leaves room in the middle of a low area', () => {
    expect(scrollStep(30, 0, 60)).toBe(0);
    expect(scrollStep(0, 0, 0)).toBe(0);
  });
});
