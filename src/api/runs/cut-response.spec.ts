import { describe, expect, it } from 'vitest';
import { isCutInHead } from './cut-response';

describe('an empty response', () => {
  it('is a lost connection unless it says that it is empty', () => {
    expect(isCutInHead(0, new Headers({ 'x-service-request-id': 'r' }))).toBe(true);
    expect(isCutInHead(0, new Headers({ 'content-length': '12' }))).toBe(true);
    expect(isCutInHead(0, new Headers({ 'content-length': '0' }))).toBe(false);
  });

  it('is none where there are bytes, whatever the head says', () => {
    expect(isCutInHead(2, new Headers())).toBe(false);
  });
});
