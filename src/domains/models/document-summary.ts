import { readSchemaMetadata } from '@contract/router/schema-document';
import { fieldsOf } from '@contract/typed-objects';

export interface DocumentSummary {
  /** Description of the model from the document; empty if it has none. */
  summary: string;
  /** From the document, since the catalog has no modalities. */
  inputModalities: readonly string[];
  outputModalities: readonly string[];
}

/** A cached schema document, revalidated by its ETag. */
export interface StoredSchema extends DocumentSummary {
  etag: string;
  /** Unchanged text, since `JSON.parse` would change its numbers. */
  text: string;
}

export const NO_SUMMARY: DocumentSummary = { summary: '', inputModalities: [], outputModalities: [] };

/** Never throws: returns an empty summary for an invalid document. */
export function summarizeDocument(text: string): DocumentSummary {
  const document = parseOrNull(text);
  const { inputModalities, outputModalities } = readSchemaMetadata(document);
  const stated = outputModalities.map((name) => (IS_3D.test(name) ? '3d' : name));
  return {
    summary: firstSentence(document),
    inputModalities,
    outputModalities: stated.length > 0 ? stated : likelyOutputs(document),
  };
}

const IS_3D = /^(?:3-?d|mesh|model)$/i;

/** Output kinds derived from the path and name of an operation if the document states none. */
const LIKELY: readonly (readonly [modality: string, pattern: RegExp])[] = [
  ['text', /\b(?:transcriptions?|translations?|moderations?|embeddings?)\b/i],
  ['3d', /(?:to|image|text)-?_?3d\b|\b3d\b|\bmesh(?:es)?\b|\bmodel-generation\b/i],
  ['video', /\bvideos?\b|to-?_?video/i],
  ['audio', /\b(?:speech|audio|music|sounds?|tts|voices?)\b/i],
  ['image', /\bimages?\b|to-?_?image/i],
  ['text', /\b(?:chat|completions?|messages|responses|transcriptions?)\b/i],
];

function likelyOutputs(document: unknown): string[] {
  const paths = fieldsOf(fieldsOf(document)['paths']);
  const [found] = Object.entries(paths).flatMap(([path, item]) =>
    ['post', 'put', 'patch'].flatMap((method) => {
      const operation = fieldsOf(fieldsOf(item)[method]);
      return 'requestBody' in operation ? [{ path, operation }] : [];
    }),
  );
  if (!found) return [];
  const types = Object.values(fieldsOf(found.operation['responses'])).flatMap((response) =>
    Object.keys(fieldsOf(fieldsOf(response)['content'])),
  );
  const byType = types
    .map((type) => (type.startsWith('model/') ? '3d' : (type.split('/')[0] ?? '')))
    .filter((kind) => KINDS.has(kind));
  if (byType.length > 0) return [...new Set(byType)];
  const text = `${found.path} ${spaced(String(found.operation['operationId'] ?? ''))}`.replaceAll('_', ' ');
  return LIKELY.filter(([, pattern]) => pattern.test(text))
    .slice(0, 1)
    .map(([modality]) => modality);
}

const KINDS: ReadonlySet<string> = new Set(['image', 'video', 'audio', '3d']);

const spaced = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');

const MAX_SUMMARY = 160;

/**
 * Returns the first sentence about the model: of its input, otherwise of its operation. The `info` of a service with several
 * operations does not describe this model.
 */
function firstSentence(document: unknown): string {
  const root = fieldsOf(document);
  const operations = Object.values(fieldsOf(root['paths'])).flatMap((item) =>
    ['post', 'put', 'patch']
      .map((method) => fieldsOf(fieldsOf(item)[method]))
      .filter((found) => 'requestBody' in found),
  );
  const [operation = {}] = operations;
  const isOwn = Object.keys(root).some((name) => /^x-.*router-model-id$/.test(name)) || operations.length < 2;
  const texts = [inputOf(root, operation)['description'], operation['description'], operation['summary']];
  if (isOwn) texts.push(fieldsOf(root['info'])['description']);
  const text = texts.map((said) => (typeof said === 'string' ? said.trim() : '')).find((said) => said !== '') ?? '';
  return (/^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n')[0] ?? '').slice(0, MAX_SUMMARY);
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the schema of the JSON body, and follows one reference. */
function inputOf(root: Fields, operation: Fields): Fields {
  const content = fieldsOf(fieldsOf(operation['requestBody'])['content']);
  const schema = fieldsOf(fieldsOf(content['application/json'])['schema']);
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(String(schema['$ref']))?.[1];
  return name === undefined ? schema : fieldsOf(fieldsOf(fieldsOf(root['components'])['schemas'])[name]);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
