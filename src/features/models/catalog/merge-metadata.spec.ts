import type { ModelMetadata } from '@contract/console/schemas';
import { describe, expect, it } from 'vitest';
import { withMissingKeys, withOwnMetadata } from './merge-metadata';

const details = (more: Partial<ModelMetadata>): ModelMetadata => ({
  id: 'lab/m',
  title: null,
  summary: '',
  inputModalities: [],
  outputModalities: [],
  isFree: false,
  isLocal: false,
  uploadHost: null,
  missingKeyOf: null,
  ...more,
});
const read = new Map([['lab/m', { summary: 'Of the document.', outputModalities: ['image'] }]]);

describe('the model details in the catalog', () => {
  it('come from the gateway, with the title first', () => {
    const own = new Map([['lab/m', details({ title: 'Mine', summary: 'My own.', outputModalities: ['3d'] })]]);
    expect(withOwnMetadata(read, own).get('lab/m')).toEqual({ summary: 'Mine: My own.', outputModalities: ['3d'] });
  });

  it('do not repeat the model name as a title', () => {
    const own = new Map([
      ['lab/flow-field', details({ id: 'lab/flow-field', title: 'Flow field', summary: 'Paints.' })],
    ]);
    expect(withOwnMetadata(read, own).get('lab/flow-field')?.summary).toBe('Paints.');
  });

  it('come from the schema document if the gateway has none', () => {
    expect(withOwnMetadata(read, new Map([['lab/m', details({})]])).get('lab/m')).toEqual(read.get('lab/m'));
    const titled = withOwnMetadata(read, new Map([['lab/m', details({ title: 'Mine' })]])).get('lab/m');
    expect(titled).toEqual({ summary: 'Mine', outputModalities: ['image'] });
  });

  it('mark models without a key, without making their documents known', () => {
    const own = new Map([
      ['lab/m', details({ missingKeyOf: 'lab' })],
      ['lab/n', details({ id: 'lab/n', missingKeyOf: 'lab' })],
    ]);
    expect(withOwnMetadata(read, own)).toEqual(read);
    const marked = withMissingKeys(read, own);
    expect([...marked].map(([id, { needsKey, summary }]) => [id, needsKey, summary])).toEqual([
      ['lab/m', true, 'Of the document.'],
      ['lab/n', true, ''],
    ]);
    expect(withMissingKeys(read, new Map([['lab/m', details({})]]))).toBe(read);
  });
});
