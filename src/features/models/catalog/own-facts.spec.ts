import type { ModelMetadata } from '@/api/models/model-metadata';
import { describe, expect, it } from 'vitest';
import { withOwnFacts } from './own-facts';

const facts = (more: Partial<ModelMetadata>): ModelMetadata => ({
  id: 'lab/m',
  title: null,
  summary: '',
  inputModalities: [],
  outputModalities: [],
  isFree: false,
  isLocal: false,
  uploadHost: null,
  ...more,
});
const read = new Map([['lab/m', { summary: 'Of the document.', outputModalities: ['image'] }]]);

describe('what the catalog shows of a model', () => {
  it('is what the gateway says of it, with its title first', () => {
    const own = new Map([['lab/m', facts({ title: 'Mine', summary: 'My own.', outputModalities: ['3d'] })]]);
    expect(withOwnFacts(read, own).get('lab/m')).toEqual({ summary: 'Mine: My own.', outputModalities: ['3d'] });
  });

  it('does not repeat the name of the model as its title', () => {
    const own = new Map([['lab/flow-field', facts({ id: 'lab/flow-field', title: 'Flow field', summary: 'Paints.' })]]);
    expect(withOwnFacts(read, own).get('lab/flow-field')?.summary).toBe('Paints.');
  });

  it('is what its document says where the gateway knows nothing', () => {
    expect(withOwnFacts(read, new Map([['lab/m', facts({})]])).get('lab/m')).toEqual(read.get('lab/m'));
    const titled = withOwnFacts(read, new Map([['lab/m', facts({ title: 'Mine' })]])).get('lab/m');
    expect(titled).toEqual({ summary: 'Mine', outputModalities: ['image'] });
  });
});
