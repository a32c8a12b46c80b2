import { describe, expect, it } from 'vitest';
import { inputFit } from './input-fit';
import { MODEL_DOCUMENTS, modelDocument } from './testing/model-documents';

const document = modelDocument({
  type: 'object',
  required: ['prompt', 'ratio'],
  properties: {
    prompt: { type: 'string' },
    ratio: { type: 'string' },
    steps: { type: 'integer', maximum: 50 },
  },
  additionalProperties: false,
});

describe('an input that was written for another model', () => {
  it('is split into accepted, unknown, missing and invalid properties', () => {
    expect(inputFit(document, '{"prompt":"a","steps":80,"size":"1k","toString":1}')).toEqual({
      isDescribed: true,
      taken: ['prompt', 'steps'],
      unknown: ['size', 'toString'],
      missing: ['ratio'],
      faults: [expect.stringMatching(/^steps: .*50/)],
      faulty: ['steps'],
    });
  });

  it('is compared with the shape that it matches best', () => {
    const shapes = modelDocument({
      oneOf: [
        { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
        { type: 'object', required: ['image'], properties: { image: { type: 'string' }, fit: { type: 'string' } } },
      ],
    });
    expect(inputFit(shapes, '{"image":"a","fit":"b","text2":1}')).toMatchObject({
      taken: ['image', 'fit'],
      unknown: ['text2'],
      missing: [],
    });
  });

  it('is sent unchanged if the document does not describe the input', () => {
    expect(inputFit(MODEL_DOCUMENTS.unauthored, '{"a":1}')).toMatchObject({ isDescribed: false, unknown: [] });
  });
});
