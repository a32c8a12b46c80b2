import { describe, expect, it } from 'vitest';
import { aboutModel } from './about-model';
import type { ModelConfig } from './config-schema';
import { configuredModels } from './testing/configured-models';

const config = { name: 'm', path: '/m' } as ModelConfig;

const document = {
  openapi: '3.1.0',
  info: { title: 'Service', version: '1', description: 'Of the whole service.' },
  paths: {
    '/m': {
      post: {
        summary: 'Draw an image',
        description: 'Draws what the prompt says. Takes a while.',
        requestBody: { content: { 'application/json': { schema: { title: 'DrawRequest', type: 'object' } } } },
        responses: { '200': { description: 'An image', content: { 'image/png': {}, 'model/gltf-binary': {} } } },
      },
    },
  },
};

describe('catalog details of a configured model', () => {
  it('are derived from its operation, with the media kinds of the response', () => {
    expect(aboutModel(config, JSON.stringify(document))).toEqual({
      title: 'Draw an image',
      summary: 'Draws what the prompt says.',
      inputModalities: [],
      outputModalities: ['image', '3d'],
    });
  });

  it('are taken from the configuration first, and only from it if there is no document', () => {
    const own = {
      ...config,
      title: 'Mine',
      description: 'My own. More.',
      takes: ['text'],
      makes: ['video'],
    } as ModelConfig;
    const said = { title: 'Mine', summary: 'My own.', inputModalities: ['text'], outputModalities: ['video'] };
    expect(aboutModel(own, JSON.stringify(document))).toEqual(said);
    expect(aboutModel(own, null)).toEqual(said);
    expect(aboutModel(config, null)).toMatchObject({ title: null, summary: '', outputModalities: [] });
  });

  it('are derived from a bare JSON Schema too', async () => {
    const schema = { title: 'Upscale', description: 'Makes an image larger.', type: 'object' };
    const models = configuredModels(
      {
        providers: [
          {
            name: 'lab',
            baseUrl: 'http://127.0.0.1:1',
            models: [{ name: 'up', path: '/', schema: { file: 's.json' } }],
          },
        ],
      },
      { files: { 's.json': JSON.stringify(schema) } },
    );
    expect(models.modelOf('lab/up').about?.()).toMatchObject({ title: 'Upscale', summary: 'Makes an image larger.' });
    await models.close();
  });
});
