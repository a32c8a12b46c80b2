import { describe, expect, it } from 'vitest';
import { readSearchTerms } from '@contract/console/search-terms';
import { matchesFields, searchFieldsOf } from '@contract/console/search-fields';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { readWorkflow } from '@contract/workflow/graph';
import { LORA_STACK } from '@contract/workflow/generation-inputs/testing/known-workflows';
import { mainSources, type MainRole } from '@/domains/generation-inputs/main-sources';
import { searchForValues, type SearchedValue } from './search-for-values';

const textOf = (...values: (readonly [MainRole | null, SearchedValue['value']])[]) =>
  searchForValues(values.map(([role, value]) => ({ role, value })));

describe('the search for values of a result', () => {
  it.each([
    ['positive', 'a red fox, snow', 'prompt:"a red fox, snow"'],
    ['positive', '  a\n red   fox ', 'prompt:"a red fox"'],
    ['positive', 'the "old" lighthouse keeper', 'prompt:"lighthouse keeper"'],
    ['negative', 'blurry', 'negative:blurry'],
    ['model', 'sdxl/sd_xl_base_1.0.safetensors', 'model:sd_xl_base_1.0'],
    ['lora', 'my lora.safetensors', 'model:"my lora"'],
    ['seed', 42, 'seed:42'],
    ['width', 1024, 'size:1024'],
    ['sampler', 'dpmpp_2m', 'dpmpp_2m'],
    [null, 0.625, '0.625'],
  ] as const)('for the role %s of %j is %s', (role, value, text) => {
    expect(textOf([role, value])).toBe(text);
  });

  it('has a size in one term, and every value of a row', () => {
    expect(textOf(['width', 768], ['height', 512])).toBe('size:768x512');
    expect(textOf(['lora', 'one.safetensors'], ['lora', 'two.safetensors'])).toBe('model:one model:two');
    expect(textOf(['sampler', 'euler'], ['sampler', 'euler'])).toBe('euler');
  });

  it.each([30, true, null, '', { id: 'x' }])('does not exist for %j', (value) => {
    expect(textOf([null, value])).toBeNull();
  });

  it('has at most the length and the words that gateways accept', () => {
    const long = textOf(['positive', 'a quiet lake at dawn '.repeat(60)], ['positive', 'another']) ?? '';
    expect(long.length).toBeLessThanOrEqual(200);
    expect(long).toMatch(/^prompt:"a quiet lake .* (?:a|quiet|lake|at|dawn)"$/);
    expect(textOf([null, 'one two three four five six seven eight nine ten eleven'])?.split(' ')).toHaveLength(10);
  });

  it('finds the job that has the values', () => {
    const read = readWorkflow(JSON.stringify(LORA_STACK));
    if (!read.ok) throw new Error('not a workflow');
    const inputs = readGenerationInputs(read.graph, null);
    const values = mainSources(inputs).map(({ nodeId, input, role }) => ({
      role,
      value: read.graph.get(nodeId)?.inputs[input] ?? null,
    }));
    const searches = values.flatMap((value) => searchForValues([value]) ?? []).filter((text) => text.includes(':'));
    expect(searches.length).toBeGreaterThan(5);
    const isFound = (text: string) => matchesFields(searchFieldsOf(inputs), readSearchTerms(text).inputs);
    expect(searches.filter((text) => !isFound(text))).toEqual([]);
  });
});
