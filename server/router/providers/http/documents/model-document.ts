import { isObject, member } from '@contract/json/json-values';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { modelPath } from '@contract/router/model-id';
import { DOCUMENT_EXTENSIONS } from '@contract/router/schema-document';
import type { OperationLocation } from './find-operation';
import type { ServiceDocument } from './service-document';

const SHARED_PLACE = '#/components/schemas';

/** Returns the document of a model without a schema: any object as input, any output. */
export function openDocument(id: string): string {
  return documentWith(id, { type: 'object', additionalProperties: true }, {}, false);
}

/**
 * Converts a configured document to the document of one model: an OpenAPI document reduced to the operation of the model, or
 * a bare JSON Schema of the input embedded in an OpenAPI document.
 * @returns `null` if an OpenAPI document does not have the operation
 */
export function authoredDocument(id: string, service: ServiceDocument, position: OperationLocation): string | null {
  if (service.isOpenApi) {
    const operation = service.find(position);
    return operation && service.textOf(operation);
  }
  return service.framed(id, () => framedSchema(id, service));
}

function framedSchema(id: string, service: ServiceDocument): string {
  const written = structuredCopy(service.root);
  if (hasIds(written)) {
    // References are relative to the nearest `$id`, so the schema becomes a separate resource and is not split.
    return documentWith(id, { $id: `json-schema:///${id}`, ...written }, {}, true);
  }
  rebaseRefs(written, placeOf(id));
  const { $defs, definitions, components, ...schema } = written;
  const shared = { ...asObject($defs), ...asObject(definitions), ...asObject(member(components, 'schemas')) };
  return documentWith(id, schema, shared, true);
}

/** Returns true if any subschema has an `$id`. Iterative, since schemas may be nested arbitrarily deep. */
function hasIds(root: JsonObject): boolean {
  const open: JsonValue[] = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const item of next) open.push(item);
    if (!isObject(next)) continue;
    const id = member(next, '$id');
    if (typeof id === 'string' && !id.startsWith('#')) return true;
    for (const value of Object.values(next)) open.push(value);
  }
  return false;
}

/** Copies a schema: references are changed in place, and other models may use the same schema. */
function structuredCopy(value: JsonObject): JsonObject {
  // The text of an object is one of an object.
  return parseJson(stringifyJson(value), { maxDepth: Infinity }) as JsonObject;
}

/** Keywords that map custom names to schemas; a member `$ref` in them is a name. */
const NAMED_SCHEMAS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords with body values, in which `$ref` has no meaning. */
const VALUES = new Set(['default', 'example', 'examples', 'enum', 'const']);
const REFERENCES = new Set(['$ref', '$dynamicRef']);

/**
 * Rewrites the references of a standalone schema that is now embedded in a document. Changes references only, since
 * descriptions may contain the same text. Iterative, since schemas may be nested arbitrarily deep.
 * @param place new location of the schema, as a JSON pointer; its `$defs` and `definitions` go to `SHARED_PLACE`
 */
function rebaseRefs(schema: JsonObject, place: string): void {
  const moved = (reference: string) => {
    if (reference === '#') return place;
    const shared = /^#\/(?:\$defs|definitions)\/(.*)$/s.exec(reference)?.[1];
    if (shared !== undefined) return `${SHARED_PLACE}/${shared}`;
    return reference.startsWith('#/') && !reference.startsWith(`${SHARED_PLACE}/`)
      ? `${place}${reference.slice(1)}`
      : reference;
  };
  const open: JsonValue[] = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const item of next) open.push(item);
    if (!isObject(next)) continue;
    for (const [keyword, value] of Object.entries(next)) {
      if (REFERENCES.has(keyword) && typeof value === 'string') next[keyword] = moved(value);
      else if (keyword === 'discriminator') moveTargets(member(value, 'mapping'), moved);
      else if (NAMED_SCHEMAS.has(keyword) && isObject(value)) open.push(Object.values(value));
      else if (!VALUES.has(keyword)) open.push(value);
    }
  }
}

function moveTargets(mapping: JsonValue | undefined, moved: (reference: string) => string): void {
  if (!isObject(mapping)) return;
  for (const [value, target] of Object.entries(mapping)) if (typeof target === 'string') mapping[value] = moved(target);
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
    // The body is forwarded unchanged, so the provider's name of the model is not filled in.
    'x-flowdeck-fills-model': false,
    [DOCUMENT_EXTENSIONS.inputAuthored]: isAuthored,
    [DOCUMENT_EXTENSIONS.outputAuthored]: false,
  });
}

/** JSON pointer of the schema in the document above. */
const placeOf = (id: string) =>
  `#/paths/${modelPath(id).replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;

function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
