import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { isObject, member } from '@contract/json/json-values';
import { readModelDocument, type ModelDocument } from '@contract/model-schema/openapi-document';
import { reduceSchemas } from './compile/reduce-schemas';

/** Limit of the text that the page parses: about 40 ms. */
const MAX_CHARS = 400_000;

/**
 * Reduces a document that is too large for the page to what its form needs: the schema of the input and the schemas it
 * references, nearest first, up to the limit. Runs in a worker.
 */
export function formDocumentText(documentText: string, maxChars = MAX_CHARS): string {
  const { input, example, modelId, version, ...rest } = readModelDocument(documentText);
  const reduced = input === undefined ? null : reduceSchemas(input, rest.resolve, maxChars);
  return stringifyJson({
    ...(reduced ? { input: reduced.schema, references: reduced.references } : {}),
    ...(example !== undefined && isShort(example) ? { example } : {}),
    omitted: reduced?.omitted ?? 0,
    inputAuthored: rest.inputAuthored,
    outputAuthored: rest.outputAuthored,
    inputModalities: [...rest.inputModalities],
    outputModalities: [...rest.outputModalities],
    modelId,
    fillsModel: rest.fillsModel,
    version,
  });
}

/** Reads the text of `formDocumentText`. @returns the document, and the number of parts that did not fit. */
export function readFormDocument(text: string): { document: ModelDocument; omitted: number } {
  const given = parseJson(text, { maxDepth: Infinity });
  const references = member(given, 'references');
  return {
    omitted: Number(member(given, 'omitted')),
    document: {
      input: member(given, 'input'),
      example: member(given, 'example'),
      // Not used by the page.
      outputs: [],
      inputAuthored: member(given, 'inputAuthored') === true,
      outputAuthored: member(given, 'outputAuthored') === true,
      inputModalities: textOf(member(given, 'inputModalities')),
      outputModalities: textOf(member(given, 'outputModalities')),
      modelId: String(member(given, 'modelId')),
      fillsModel: member(given, 'fillsModel') === true,
      version: String(member(given, 'version')),
      resolve: (reference) => (isObject(references) ? member(references, reference) : undefined),
    },
  };
}

function textOf(list: JsonValue | undefined): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

const MAX_EXAMPLE_CHARS = 100_000;

const isShort = (value: JsonValue) => stringifyJson(value).length <= MAX_EXAMPLE_CHARS;
