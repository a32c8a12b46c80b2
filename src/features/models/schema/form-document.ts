import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { isObject, member } from '@contract/json/json-values';
import { readModelDocument, type ModelDocument } from '@contract/model-schema/openapi-document';
import { reduceSchemas } from './reduce-schemas';

/** What the page reads of a document at most: some 40 ms of its time. */
const MAX_CHARS = 400_000;

/**
 * What a form needs of a document that is too large for the page to read, made in a worker: the schema of the input and what it
 * refers to, the nearest parts first until there is no more room.
 */
export function formDocumentText(documentText: string, maxChars = MAX_CHARS): string {
  const { input, example, modelId, version, ...rest } = readModelDocument(documentText);
  const reduced = input === undefined ? null : reduceSchemas(input, rest.resolve, maxChars);
  return stringifyJson({
    ...(reduced ? { input: reduced.schema, references: reduced.references } : {}),
    ...(example !== undefined && isShort(example) ? { example } : {}),
    leftOut: reduced?.leftOut ?? 0,
    inputAuthored: rest.inputAuthored,
    outputAuthored: rest.outputAuthored,
    inputModalities: [...rest.inputModalities],
    outputModalities: [...rest.outputModalities],
    modelId,
    fillsModel: rest.fillsModel,
    version,
  });
}

/** The other side. @returns the document, and how many parts of it there was no room for. */
export function readFormDocument(text: string): { document: ModelDocument; leftOut: number } {
  const given = parseJson(text, { maxDepth: Infinity }) as JsonObject;
  const references = given['references'];
  return {
    leftOut: Number(given['leftOut']),
    document: {
      input: given['input'],
      example: given['example'],
      // Nothing on the page asks for them.
      outputs: [],
      inputAuthored: given['inputAuthored'] === true,
      outputAuthored: given['outputAuthored'] === true,
      inputModalities: given['inputModalities'] as string[],
      outputModalities: given['outputModalities'] as string[],
      modelId: given['modelId'] as string,
      fillsModel: given['fillsModel'] === true,
      version: given['version'] as string,
      resolve: (reference) => (isObject(references) ? member(references, reference) : undefined),
    },
  };
}

const MAX_EXAMPLE_CHARS = 100_000;

const isShort = (value: JsonValue) => stringifyJson(value).length <= MAX_EXAMPLE_CHARS;
