import { describe, expect, it } from 'vitest';
import { readSchemaMetadata } from './schema-document';

describe('facts of a schema document', () => {
  it('stand at the root, in the info or in the operation, in either dialect', () => {
    const facts = readSchemaMetadata({
      'x-comfy-router-model-id': 'bfl/flux',
      info: { 'x-comfy-router-output-modalities': ['image', 7] },
      paths: { '/v2/models/bfl/flux': { post: { 'x-service-input-schema-authored': false } } },
    });
    expect(facts).toEqual({
      modelId: 'bfl/flux',
      isInputAuthored: false,
      isOutputAuthored: null,
      inputModalities: [],
      outputModalities: ['image'],
    });
  });

  it('are unknown where there is no document to speak of', () => {
    for (const odd of [null, 'text', [], { paths: null }, { paths: { a: null } }]) {
      expect(readSchemaMetadata(odd)).toMatchObject({ modelId: null, isInputAuthored: null, inputModalities: [] });
    }
  });
});
