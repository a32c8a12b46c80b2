import { describe, expect, it } from 'vitest';
import { summarizeDocument } from './document-summary';

const document = (path: string, operation: object = {}, more: object = {}) =>
  JSON.stringify({
    info: { description: 'All about our service. More.' },
    paths: { [path]: { post: operation } },
    ...more,
  });
const body = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });

describe('the summary of a schema document', () => {
  it('is the first sentence of the input, else of the operation, else of a single-model document', () => {
    const described = body({ $ref: '#/components/schemas/Body' });
    const components = { schemas: { Body: { description: 'Edits or extends an image. Two modes.' } } };
    expect(summarizeDocument(document('/x', described, { components })).summary).toBe('Edits or extends an image.');
    const operation = { ...body({}), description: 'Draws an image. Fast.' };
    expect(summarizeDocument(document('/x', operation)).summary).toBe('Draws an image.');
    expect(summarizeDocument(document('/x', body({}))).summary).toBe('All about our service.');
  });

  it('is never the description that a service gives all its operations', () => {
    const paths = { '/a': { post: body({}) }, '/b': { post: body({}) } };
    expect(summarizeDocument(document('/x', {}, { paths })).summary).toBe('');
  });

  it.each([
    ['/v1/images/generations', 'image'],
    ['/v1/videos', 'video'],
    ['/v1/audio/speech', 'audio'],
    ['/v1/audio/transcriptions', 'text'],
    ['/v2/text-to-3d', '3d'],
    ['/v1/chat/completions', 'text'],
    ['/v1/things', undefined],
  ])('derives the output kind of %s from its path', (path, modality) => {
    const { outputModalities } = summarizeDocument(document(path, body({})));
    expect(outputModalities).toEqual(modality === undefined ? [] : [modality]);
  });

  it('prefers the output kind that the document states, and normalizes names of 3D', () => {
    const stated = { 'x-service-router-output-modalities': ['mesh', 'image'] };
    expect(summarizeDocument(document('/v1/videos', body({}), stated)).outputModalities).toEqual(['3d', 'image']);
    const typed = { ...body({}), responses: { '200': { content: { 'model/gltf-binary': {} } } } };
    expect(summarizeDocument(document('/x', typed)).outputModalities).toEqual(['3d']);
  });

  it('is empty for an invalid document', () => {
    for (const text of ['', '[]', 'null', '{"paths":[]}']) expect(summarizeDocument(text).summary).toBe('');
  });
});
