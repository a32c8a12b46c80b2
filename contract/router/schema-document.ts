/**
 * What a model's OpenAPI document says of the model beside its schemas: vendor extensions, at the root of the document in
 * public ones, in the operation elsewhere (docs/api-notes.md, Model documents). Both dialects are read, `x-service-*` is
 * written.
 */
export interface SchemaMetadata {
  modelId: string | null;
  /** False: any JSON object is taken, so a form has nothing to be made from. Null: the document does not say. */
  isInputAuthored: boolean | null;
  isOutputAuthored: boolean | null;
  /** `text`, `image`, `video`, `audio`; open. Empty where the document names none. */
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

/** @param document whatever a surface served; anything but an object has no facts. */
export function readSchemaMetadata(document: unknown): SchemaMetadata {
  const places = placesOf(document);
  const modelId = read(places, 'modelId');
  return {
    modelId: typeof modelId === 'string' ? modelId : null,
    isInputAuthored: flag(read(places, 'inputAuthored')),
    isOutputAuthored: flag(read(places, 'outputAuthored')),
    inputModalities: words(read(places, 'inputModalities')),
    outputModalities: words(read(places, 'outputModalities')),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** The root, its info, and the operations. */
function placesOf(document: unknown): Fields[] {
  const root = fieldsOf(document);
  const operations = Object.values(fieldsOf(root['paths'])).map((path) => fieldsOf(fieldsOf(path)['post']));
  return [root, fieldsOf(root['info']), ...operations];
}

function read(places: readonly Fields[], name: Extension): unknown {
  const written = DOCUMENT_EXTENSIONS[name];
  for (const key of [written, written.replace('x-service-', 'x-comfy-')]) {
    const place = places.find((fields) => Object.hasOwn(fields, key));
    if (place) return place[key];
  }
  return undefined;
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function words(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}
