import { describe, expect, it } from 'vitest';
import { readNodeErrors } from './node-errors';

describe('node errors', () => {
  it('J-2.73: are parsed in the format of the contract', () => {
    const details = { node_errors: { '12': [{ field: 'model', reason: 'missing_input' }] } };
    expect(readNodeErrors(details)).toEqual({ '12': [{ field: 'model', reason: 'missing_input' }] });
  });

  it('J-2.87: are parsed in the format of an engine, with the named input', () => {
    const entry = {
      class_type: 'KSampler',
      dependent_outputs: ['9'],
      errors: [
        { type: 'value_bigger_than_max', message: 'Too big', details: 'steps', extra_info: { input_name: 'steps' } },
        { message: 'The node as a whole' },
      ],
    };
    expect(readNodeErrors({ node_errors: { '12': entry, '13': 'neither form' } })).toEqual({
      '12': [
        { field: 'steps', reason: 'value_bigger_than_max', message: 'Too big: steps' },
        { field: '', reason: 'invalid', message: 'The node as a whole' },
      ],
    });
  });

  it('J-2.72: are empty if there are no details', () => {
    for (const details of [undefined, null, {}, { node_errors: null }, { other: 1 }]) {
      expect(readNodeErrors(details)).toEqual({});
    }
  });
});
