import { describe, expect, it } from 'vitest';
import { isCutInHead } from './read-response';

describe('an empty response', () => {
  it('counts as a lost connection unless its headers state that it is empty', () => {
    expect(isCutInHead(0, new Headers({ 'x-service-request-id': 'r' }))).toBe(true);
    expect(isCutInHead(0, new Headers({ 'content-length': '12' }))).toBe(true);
    expect(isCutInHead(0, new Headers({ 'content-length': '0' }))).toBe(false);
  });

  it('is not one that has bytes, whatever its headers state', () => {
    expect(isCutInHead(2, new Headers())).toBe(false);
  });
});
