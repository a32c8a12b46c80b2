import { fieldsOf } from '../typed-objects';
/**
 * Metadata of a model in its OpenAPI document beside the schemas: vendor extensions, at the root in public documents, in the
 * operation elsewhere (docs/api-notes.md, Model documents). Both dialects are read, `x-service-*` is written.
 */
export interface SchemaMetadata {
  modelId: string | null;
  /** `false`: any JSON object is accepted, so no form can be built. `null`: the document does not say. */
  isInputAuthored: boolean | null;
  isOutputAuthored: boolean | null;
  /** `text`, `image`, `video`, `audio`; an open set. Empty if the document names none. */
  inputModalities: string[];
  outputModalities: string[];
}

export const DOCUMENT_EXTENSIONS = {
  modelId: 'x-service-router-model-id',
  inputAuthored: 'x-service-input-schema-authored',
  outputAuthored: 'x-service-output-schema-authored',
  inputModalities: 'x-service-router-input-modalities',
  outputModalities: 'x-service-router-output-modalities',
} as const;

type Extension = keyof typeof DOCUMENT_EXTENSIONS;

/** Reads the metadata. @param document any value that a surface served; only objects have metadata. */
export function readSchemaMetadata(document: unknown): SchemaMetadata {
  const positions = placesOf(document);
  const modelId = read(positions, 'modelId');
  return {
    modelId: typeof modelId === 'string' ? modelId : null,
    isInputAuthored: flag(read(positions, 'inputAuthored')),
    isOutputAuthored: flag(read(positions, 'outputAuthored')),
    inputModalities: words(read(positions, 'inputModalities')),
    outputModalities: words(read(positions, 'outputModalities')),
  };
}

type Fields = ReturnType<typeof fieldsOf>;

/** Returns the root, its info and the operations. */
function placesOf(document: unknown): Fields[] {
  const root = fieldsOf(document);
  const operations = Object.values(fieldsOf(root['paths'])).map((path) => fieldsOf(fieldsOf(path)['post']));
  return [root, fieldsOf(root['info']), ...operations];
}

function read(positions: readonly Fields[], name: Extension): unknown {
  const written = DOCUMENT_EXTENSIONS[name];
  for (const key of [written, written.replace('x-service-', 'x-comfy-')]) {
    const position = positions.find((fields) => Object.hasOwn(fields, key));
    if (position) return position[key];
  }
  return undefined;
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function words(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}
