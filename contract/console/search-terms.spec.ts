import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../workflow/graph';
import { readGenerationInputs } from '../workflow/generation-inputs/read-generation-inputs';
import { SD15, type Workflow } from '../workflow/generation-inputs/testing/known-workflows';
import { matchesFields, searchFieldsOf } from './search-fields';
import { readSearchTerms } from './search-terms';

describe('search terms', () => {
  it('are words and generation inputs, with phrases in quotation marks', () => {
    expect(readSearchTerms('  Reef prompt:"Red  fox" model:SDXL x:prompt:y seed:42 size:1024×768 ')).toEqual({
      words: ['reef', 'x:prompt:y'],
      inputs: [
        { field: 'prompt', needle: 'red fox' },
        { field: 'model', needle: 'sdxl' },
        { field: 'seed', needle: '\n42\n' },
        { field: 'size', needle: '\n1024x768\n' },
      ],
    });
  });

  it('are ignored while they are typed, and may end without a quotation mark', () => {
    expect(readSearchTerms('prompt: seed:""')).toEqual({ words: [], inputs: [] });
    expect(readSearchTerms('prompt:"red fox')).toEqual({ words: [], inputs: [{ field: 'prompt', needle: 'red fox' }] });
  });
});

describe('a workflow', () => {
  const fieldsOf = (workflow: Workflow) => {
    const result = readWorkflow(JSON.stringify(workflow));
    if (!result.ok) throw new Error(result.problem.message);
    return searchFieldsOf(readGenerationInputs(result.graph, null));
  };
  const fields = fieldsOf(SD15);

  it.each([
    ['a part of its prompt', 'prompt:bottle'],
    ['its model, without folder and ending', 'model:v1-5'],
    ['its seed', 'seed:156680208700286'],
    ['the start of its seed, as lists show it', 'seed:156680…'],
    ['its size', 'size:768x512'],
    ['its width', 'size:512'],
  ])('is found by %s', (_what, text) => {
    expect(matchesFields(fields, readSearchTerms(text).inputs)).toBe(true);
  });

  it.each([
    ['a word of another field', 'prompt:v1-5'],
    ['a word of the negative prompt as prompt', 'prompt:watermark'],
    ['a part of its seed', 'seed:15668'],
    ['another size', 'size:51'],
  ])('is not found by %s', (_what, text) => {
    expect(matchesFields(fields, readSearchTerms(text).inputs)).toBe(false);
  });
});
