import { afterEach, describe, expect, it } from 'vitest';
import { configuredModels } from '../testing/configured-models';

const opened: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((models) => models.close())));

const json = { content: { 'application/json': { schema: { type: 'object', properties: { prompt: {} } } } } };
const file = { content: { 'multipart/form-data': { schema: { type: 'object' } } } };
const SERVICE = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.example/v1' }],
  paths: {
    '/images/generations': { post: { operationId: 'createImage', summary: 'Draws an image', requestBody: json } },
    '/images/edits': { post: { operationId: 'create_image', requestBody: json }, get: { operationId: 'list' } },
    '/audio/speech': { post: { requestBody: { $ref: '#/components/requestBodies/Speech' } } },
    '/files': { post: { operationId: 'upload', requestBody: file } },
    '/threads/{id}/runs': { post: { operationId: 'run', requestBody: json } },
  },
  components: { requestBodies: { Speech: json } },
};

function modelsWith(provider: object) {
  const config = { providers: [{ name: 'studio', baseUrl: 'https://api.example/v1', ...provider }] };
  const models = configuredModels(config, { files: { 'studio.json': JSON.stringify(SERVICE) } });
  opened.push(models);
  return models;
}
const idsWith = (provider: object) =>
  modelsWith(provider)
    .source.models()
    .map(({ model }) => model);

describe('a provider with one document', () => {
  it('has a model for each operation with a JSON body and a fixed path', async () => {
    const models = modelsWith({ document: { file: 'studio.json', billing: { free: true }, makes: ['image'] } });
    expect(models.source.models().map(({ model }) => model)).toEqual([
      'create-image',
      'create-image-2',
      'audio-speech',
    ]);
    const model = models.modelOf('studio/create-image');
    expect(model).toMatchObject({ isFree: true, inputSchemaAuthored: true });
    expect(model.about?.()).toMatchObject({ title: 'Draws an image', outputModalities: ['image'] });
    expect(JSON.parse(await model.document())).toMatchObject({ paths: { '/images/generations': {} } });
  });

  it('may use a part of the document, and retains separately configured models', () => {
    const document = { file: 'studio.json', paths: ['/images/*', '*/speech'] };
    const models = [
      { name: 'audio-speech', path: '/other' },
      { name: 'edit', path: '/images/edits' },
    ];
    expect(idsWith({ document, models })).toEqual(['audio-speech', 'edit', 'create-image', 'audio-speech-2']);
    expect(idsWith({ document: { file: 'studio.json', paths: ['/images/edits'] } })).toEqual(['create-image']);
  });

  it('is called below the path of its server', async () => {
    const models = modelsWith({
      baseUrl: 'https://api.example',
      document: { file: 'studio.json', paths: ['/audio/*'] },
    });
    expect(await models.modelOf('studio/audio-speech').document()).toContain('/audio/speech');
  });

  it('must exist and contain models', () => {
    expect(() => idsWith({})).toThrow(/providers\[0\] needs models, a document or a catalog/);
    expect(() => idsWith({ document: { file: 'gone.json' } })).toThrow(/gone\.json/);
    expect(() => idsWith({ document: { file: 'studio.json', paths: ['/none'] } })).toThrow(
      /no operation .* studio\.json/,
    );
  });
});
