import { describe, expect, it } from 'vitest';
import { readSchemaMetadata } from './schema-document';

describe('metadata of a schema document', () => {
  it('are at the root, in info or in the operation, in either dialect', () => {
    const details = readSchemaMetadata({
      'x-comfy-router-model-id': 'bfl/flux',
      info: { 'x-comfy-router-output-modalities': ['image', 7] },
      paths: { '/v2/models/bfl/flux': { post: { 'x-service-input-schema-authored': false } } },
    });
    expect(details).toEqual({
      modelId: 'bfl/flux',
      isInputAuthored: false,
      isOutputAuthored: null,
      inputModalities: [],
      outputModalities: ['image'],
    });
  });

  it('are unknown without a document', () => {
    for (const odd of [null, 'text', [], { paths: null }, { paths: { a: null } }]) {
      expect(readSchemaMetadata(odd)).toMatchObject({ modelId: null, isInputAuthored: null, inputModalities: [] });
    }
  });
});
