import { isObject, member } from '../json/json-values';
import { parseJson, type JsonObject, type JsonValue } from '../json/lossless';
import { applyOlderDrafts, mayUseOlderDraft } from './older-drafts';
import { bindReferences, localReferences, referenceOf, type DynamicReferences } from './references';

/** Deeper than any real document; parsing does not use the call stack. */
const MAX_DOCUMENT_DEPTH = 10_000;
const MAX_REFERENCE_HOPS = 100;

/** Parts of a model's OpenAPI document that forms and results need. */
export interface ModelDocument {
  /** `undefined` if the document describes no JSON body. */
  readonly input: JsonValue | undefined;
  /** Complete example body from the document's author. */
  readonly example: JsonValue | undefined;
  /** Response content of a successful call, in document order; the media type may be a wildcard. */
  readonly outputs: readonly OutputContent[];
  readonly inputAuthored: boolean;
  readonly outputAuthored: boolean;
  /** `text`, `image`, `video`, `audio`; empty if the document does not say. */
  readonly inputModalities: readonly string[];
  readonly outputModalities: readonly string[];
  readonly modelId: string;
  /** Whether the router sets the model name for the provider: true for router documents that do not say otherwise. */
  readonly fillsModel: boolean;
  readonly version: string;
  /** Resolves a local reference to its schema; `undefined` if there is none. */
  resolve(reference: string): JsonValue | undefined;
  /** Absent: every reference always means the same schema. */
  readonly dynamic?: DynamicReferences;
}

export interface OutputContent {
  readonly mediaType: string;
  readonly schema: JsonValue | undefined;
  readonly example: JsonValue | undefined;
}

/** Used for documents that cannot be parsed. */
export const EMPTY_DOCUMENT: ModelDocument = {
  input: undefined,
  example: undefined,
  outputs: [],
  inputAuthored: false,
  outputAuthored: false,
  inputModalities: [],
  outputModalities: [],
  modelId: '',
  fillsModel: false,
  version: '',
  resolve: () => undefined,
};

/** Parses a model's OpenAPI document. @throws JsonSyntaxError if the text is not JSON. */
export function readModelDocument(text: string): ModelDocument {
  const root = parseJson(text, { maxDepth: MAX_DOCUMENT_DEPTH });
  if (mayUseOlderDraft(text)) applyOlderDrafts(root);
  const { targets, dynamic } = bindReferences(root);
  const resolve = localReferences(root, targets);
  const follow = (value: JsonValue | undefined) => followReferences(value, resolve);
  const operation = findOperation(root, follow);
  const request = contentOf(follow(member(operation, 'requestBody')), follow);
  const body =
    request.find(({ mediaType }) => isJsonType(mediaType)) ?? request.find(({ mediaType }) => isAny(mediaType));
  const extension = extensionReader([root, member(root, 'info'), operation, follow(body?.schema)]);
  return {
    input: body?.schema,
    example: body?.example ?? exampleOf(follow(body?.schema)),
    outputs: contentOf(follow(successResponse(follow(member(operation, 'responses')))), follow),
    inputAuthored: body?.schema !== undefined && extension('input-schema-authored') !== false,
    outputAuthored: extension('output-schema-authored') !== false,
    inputModalities: textsOf(extension('input-modalities')),
    outputModalities: textsOf(extension('output-modalities')),
    modelId: textOf(extension('model-id')) || textOf(member(member(root, 'info'), 'title')),
    fillsModel: textOf(extension('router-model-id')) !== '' && extension('fills-model') !== false,
    version: textOf(member(member(root, 'info'), 'version')),
    resolve,
    dynamic,
  };
}

function followReferences(
  value: JsonValue | undefined,
  resolve: (reference: string) => JsonValue | undefined,
): JsonValue | undefined {
  let current = value;
  for (let hops = 0; hops < MAX_REFERENCE_HOPS; hops += 1) {
    const reference = referenceOf(current);
    if (reference === undefined) return current;
    current = resolve(reference);
  }
  return undefined;
}

type Follow = (value: JsonValue | undefined) => JsonValue | undefined;

const WITH_BODY = ['post', 'put', 'patch'];

/** Finds the run operation; among several, the one that declares itself as such or has a request body. */
function findOperation(root: JsonValue, follow: Follow): JsonObject | undefined {
  const paths = member(root, 'paths');
  if (!isObject(paths)) return undefined;
  const items = Object.values(paths).map(follow);
  const operations = items.flatMap((item) => WITH_BODY.map((method) => follow(member(item, method)))).filter(isObject);
  return (
    operations.find((operation) => member(operation, 'operationId') === 'runRouterModel') ??
    operations.find((operation) => member(operation, 'requestBody') !== undefined) ??
    operations[0]
  );
}

function successResponse(responses: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(responses)) return undefined;
  const status = Object.keys(responses).find((code) => /^2(?:\d\d|XX)$/i.test(code));
  return member(responses, '200') ?? (status === undefined ? member(responses, 'default') : responses[status]);
}

function contentOf(holder: JsonValue | undefined, follow: Follow): OutputContent[] {
  const content = member(holder, 'content');
  if (!isObject(content)) return [];
  return Object.entries(content).map(([mediaType, value]) => ({
    mediaType,
    schema: member(follow(value), 'schema'),
    example: exampleOf(follow(value)),
  }));
}

/** Returns `example`, or the first of `examples`, which is a list in a schema and a map of named objects elsewhere. */
function exampleOf(holder: JsonValue | undefined): JsonValue | undefined {
  const example = member(holder, 'example');
  if (example !== undefined) return example;
  const examples = member(holder, 'examples');
  if (Array.isArray(examples)) return examples[0];
  return isObject(examples) ? member(Object.values(examples)[0], 'value') : undefined;
}

const isJsonType = (mediaType: string) => /^application\/(?:[^;\s]+\+)?json\b/i.test(mediaType);
const isAny = (mediaType: string) => mediaType.startsWith('*/') || mediaType === 'application/*';

/**
 * Matches extensions by the end of their name, at the root of the document or nearer to the operation: services use both
 * `x-service-…` and `x-comfy-router-…`.
 */
function extensionReader(holders: readonly (JsonValue | undefined)[]): (ending: string) => JsonValue | undefined {
  const known = holders.filter(isObject).flatMap((holder) => Object.entries(holder));
  return (ending) => known.find(([name]) => name.startsWith('x-') && name.endsWith(`-${ending}`))?.[1];
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
