import { describe, expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { countedName, expandPrefix } from './file-names';

const result = readWorkflow(`{
  "3": {"class_type": "KSampler", "_meta": {"title": "The sampler"}, "inputs": {"seed": 18446744073709551615, "m": ["4", 0]}},
  "4": {"class_type": "EmptyImage", "inputs": {"width": 512}}}`);
if (!result.ok) throw new Error(result.problem.message);
const details = { width: 640, height: 480, startedAt: new Date(2026, 0, 5, 7, 8, 9), graph: result.graph };

describe('the names of saved files', () => {
  it.each([
    ['plain', 'plain'],
    ['%width%x%height%', '640x480'],
    ['%year%-%month%-%day% %hour%%minute%%second%', '2026-01-05 070809'],
    ['%date:yyyy-MM-dd%/a', '2026-01-05/a'],
    ['%date:hhmmss%', '070809'],
    ['%The sampler.seed%', '18446744073709551615'],
    ['%EmptyImage.width%', '512'],
    ['%The sampler.m% 100% %unknown%', '%The sampler.m% 100% %unknown%'],
  ])('%s becomes %s', (prefix, expected) => {
    expect(expandPrefix(prefix, details)).toBe(expected);
  });

  it('have counters of five digits', () => {
    expect(countedName('a', 1, 'png')).toBe('a_00001_.png');
    expect(countedName('a', 123_456, 'png')).toBe('a_123456_.png');
  });
});
