import { isObject, member } from '@contract/json/json-values';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { modelPath } from '@contract/router/model-id';
import { DOCUMENT_EXTENSIONS } from '@contract/router/schema-document';
import { moveReferences } from './framed-schema';
import { withOwnOperation, type OperationPlace } from './own-operation';

/** Far more than any real document nests. */
const MAX_DEPTH = 10_000;
const SHARED_PLACE = '#/components/schemas';

/** Where an owner wrote no schema: any object goes in, and anything may come out. */
export function openDocument(id: string): string {
  return documentWith(id, { type: 'object', additionalProperties: true }, {}, false);
}

/**
 * What the owner wrote, as the document of one model: an OpenAPI document is served as it is, byte for byte, but for
 * operations of other models; a bare JSON Schema of the input gets the frame of one.
 * @throws Error with a sentence where it is neither
 */
export function authoredDocument(id: string, text: string, place: OperationPlace): string {
  const written = parseJson(text, { maxDepth: MAX_DEPTH });
  if (!isObject(written)) throw new Error('it is no JSON object');
  if (typeof member(written, 'openapi') === 'string') return withOwnOperation(text, written, place);
  const isSchema = ['properties', 'type', '$ref', 'allOf', 'oneOf', 'anyOf'].some((key) => Object.hasOwn(written, key));
  if (!isSchema) throw new Error('it is neither an OpenAPI document nor a JSON Schema');
  moveReferences(written, { place: placeOf(id), sharedPlace: SHARED_PLACE });
  const { $defs, definitions, components, ...schema } = written;
  const shared = { ...asObject($defs), ...asObject(definitions), ...asObject(member(components, 'schemas')) };
  return documentWith(id, schema, shared, true);
}

function documentWith(id: string, schema: JsonObject, shared: JsonObject, isAuthored: boolean): string {
  return stringifyJson({
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
}

/** Of the schema in the document above. */
const placeOf = (id: string) =>
  `#/paths/${modelPath(id).replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;

function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
