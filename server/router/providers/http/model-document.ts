import { modelPath } from '@contract/router/model-id';
import { DOCUMENT_EXTENSIONS } from '@contract/router/schema-document';

type Json = Record<string, unknown>;

/** Where an owner wrote no schema: any object goes in, and anything may come out. */
export function openDocument(id: string): string {
  return documentWith(id, { type: 'object', additionalProperties: true }, {}, false);
}

/**
 * What the owner wrote, as the document of one model: an OpenAPI document is served as it is, byte for byte, a bare JSON
 * Schema of the input gets the frame of one. @throws Error with a sentence where it is neither
 */
export function authoredDocument(id: string, text: string): string {
  const written = parseObject(text);
  if (typeof written['openapi'] === 'string') return text;
  const isSchema = ['properties', 'type', '$ref', 'allOf', 'oneOf', 'anyOf'].some((key) => Object.hasOwn(written, key));
  if (!isSchema) throw new Error('it is neither an OpenAPI document nor a JSON Schema');
  const { $defs, definitions, components, ...schema } = written;
  const shared = { ...asObject($defs), ...asObject(definitions), ...asObject(asObject(components)['schemas']) };
  return documentWith(id, schema, shared, true);
}

function documentWith(id: string, schema: Json, shared: Json, isAuthored: boolean): string {
  const text = JSON.stringify({
    openapi: '3.0.2',
    info: { title: id, version: '1' },
    paths: {
      [modelPath(id)]: {
        post: {
          operationId: 'runRouterModel',
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { '200': { description: 'The result of the provider.', content: { '*/*': { schema: {} } } } },
        },
      },
    },
    components: { schemas: shared },
    [DOCUMENT_EXTENSIONS.modelId]: id,
    [DOCUMENT_EXTENSIONS.inputAuthored]: isAuthored,
    [DOCUMENT_EXTENSIONS.outputAuthored]: false,
  });
  return text.replaceAll(/"#\/(?:\$defs|definitions)\//g, '"#/components/schemas/');
}

function parseObject(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it is no JSON object');
  return value as Json;
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
