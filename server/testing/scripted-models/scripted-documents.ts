import { DOCUMENT_EXTENSIONS } from '@contract/router/schema-document';
import { SCRIPTED_FAULTS } from './scripted-faults';
import type { ScriptedKind } from './scripted-script';

type Json = Record<string, unknown>;

const INPUT: Json = {
  type: 'object',
  properties: {
    prompt: { type: 'string', description: 'What the image shows' },
    size: { $ref: '#/components/schemas/Size' },
    tags: { type: 'array', items: { type: 'string' }, description: 'Words to file it under' },
    fault: { type: 'string', enum: SCRIPTED_FAULTS, description: 'How the model fails' },
    times: { type: 'integer', minimum: 0, description: 'How often it fails' },
    ms: { type: 'integer', minimum: 0, description: 'Milliseconds from its acceptance to the answer' },
    accept_ms: { type: 'integer', minimum: 0, description: 'Milliseconds until it is accepted' },
    stubborn: { type: 'boolean', description: 'Does not stop when asked to' },
    bytes: { type: 'integer', minimum: 0, description: 'Size of the answer of scripted/bytes' },
    content_type: { type: 'string', description: 'Media type of the answer of scripted/bytes' },
  },
};

const SIZE: Json = {
  type: 'object',
  properties: {
    width: { type: 'integer', minimum: 1, maximum: 4096, default: 512 },
    height: { type: 'integer', minimum: 1, maximum: 4096, default: 512 },
  },
};

const OUTPUTS: Readonly<Record<ScriptedKind, { mediaType: string; modality: string; schema: Json }>> = {
  echo: { mediaType: 'application/json', modality: 'text', schema: { type: 'object' } },
  'free-form': { mediaType: '*/*', modality: 'text', schema: {} },
  'picture-inline': {
    mediaType: 'application/json',
    modality: 'image',
    schema: {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'array',
          items: { type: 'object', properties: { b64_json: { type: 'string', format: 'byte' } } },
        },
      },
    },
  },
  'picture-link': {
    mediaType: 'application/json',
    modality: 'image',
    schema: {
      type: 'object',
      required: ['images'],
      properties: {
        images: { type: 'array', items: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } } },
      },
    },
  },
  sound: { mediaType: 'audio/wav', modality: 'audio', schema: { type: 'string', format: 'binary' } },
  text: { mediaType: 'text/plain', modality: 'text', schema: { type: 'string' } },
  bytes: { mediaType: '*/*', modality: 'text', schema: {} },
};

/** Returns the OpenAPI document of a scripted model, in the style of public ones (docs/api-notes.md, Model documents). */
export function documentOf(id: string, kind: ScriptedKind): string {
  const isInputAuthored = kind !== 'free-form';
  const { mediaType, modality, schema } = OUTPUTS[kind];
  return JSON.stringify({
    openapi: '3.0.2',
    info: { title: id, version: '1' },
    [DOCUMENT_EXTENSIONS.modelId]: id,
    [DOCUMENT_EXTENSIONS.inputAuthored]: isInputAuthored,
    [DOCUMENT_EXTENSIONS.outputAuthored]: mediaType !== '*/*',
    [DOCUMENT_EXTENSIONS.inputModalities]: ['text'],
    [DOCUMENT_EXTENSIONS.outputModalities]: [modality],
    paths: {
      [`/v2/models/${id}`]: {
        post: {
          operationId: 'runRouterModel',
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: isInputAuthored ? INPUT : { type: 'object', additionalProperties: true } },
            },
          },
          responses: { 200: { description: 'The result', content: { [mediaType]: { schema } } } },
        },
      },
    },
    components: { schemas: { Size: SIZE } },
  });
}
