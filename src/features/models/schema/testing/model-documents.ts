import { stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';

/** Wraps an input schema in a document as the router returns it. */
export function modelDocument(input: JsonValue, given: DocumentParts = {}): string {
  const {
    components = {},
    extensions = {},
    output = { 'application/json': { schema: {} } },
    openapi = '3.0.2',
  } = given;
  return stringifyJson({
    openapi,
    info: { title: 'maker/model-1', version: '0a1b2c3d4e5f' },
    paths: {
      '/v2/models/maker/model-1': {
        post: {
          operationId: 'runRouterModel',
          requestBody: { required: true, content: { 'application/json': { schema: input } } },
          responses: { '200': { description: 'Done', content: output } },
        },
      },
    },
    components: { schemas: components },
    'x-service-router-model-id': 'maker/model-1',
    ...extensions,
  });
}

export interface DocumentParts {
  components?: JsonObject;
  extensions?: JsonObject;
  output?: JsonObject;
  openapi?: string;
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const MODEL_MEMBER = { type: 'string', nullable: true, description: 'The router takes it from the path.' };

/** Fictional documents that use the features of the providers' documents, family by family. */
export const MODEL_DOCUMENTS = {
  /** Raw base64 that only the description mentions; a numbered series; no property order. */
  editing: modelDocument(
    {
      type: 'object',
      required: ['prompt'],
      example: { prompt: 'a lighthouse' },
      properties: {
        height: { type: 'integer', minimum: 256, maximum: 2048, default: 1024 },
        ...Object.fromEntries(
          ['input_image', 'input_image_2', 'input_image_3'].map((name) => [
            name,
            { type: 'string', description: 'An image to start from, encoded in base64.' },
          ]),
        ),
        output_format: { type: 'string', enum: ['jpeg', 'png'], default: 'jpeg' },
        prompt: { type: 'string', description: 'What to draw.' },
        prompt_upsampling: { type: 'boolean', default: true },
        safety: { type: 'integer', minimum: 0, maximum: 5 },
        seed: { type: 'integer' },
        width: { type: 'integer', minimum: 256, maximum: 2048, multipleOf: 16 },
      },
    },
    { extensions: { 'x-service-input-modalities': ['text', 'image'], 'x-service-output-modalities': ['image'] } },
  ),

  /** One image or several, each a URL or a data URI; a wrapper that only adds texts. */
  pictures: modelDocument(
    {
      type: 'object',
      required: ['prompt'],
      properties: {
        image: ref('Source'),
        mask: { allOf: [ref('Picture')], description: 'Where to draw; transparent parts are replaced.' },
        model: { ...MODEL_MEMBER, nullable: false },
        prompt: { type: 'string' },
        strength: { allOf: [{ type: 'number', minimum: 0, maximum: 1 }], nullable: true },
      },
    },
    {
      components: {
        Picture: { type: 'string', description: 'An https URL, or a `data:image/png;base64,…` URI. image/png only.' },
        Source: { oneOf: [ref('Picture'), { type: 'array', items: ref('Picture'), minItems: 1, maxItems: 16 }] },
      },
    },
  ),

  /** Parts identified by `type`, one of two properties required, "-1 or a range". */
  parts: modelDocument(
    {
      type: 'object',
      required: ['content'],
      properties: {
        content: { type: 'array', minItems: 1, items: ref('Part') },
        duration: { type: 'integer', anyOf: [{ enum: [-1] }, { minimum: 4, maximum: 15 }] },
        first_frame: ref('Blob'),
        model: MODEL_MEMBER,
        seed: { type: 'integer', minimum: -1, maximum: 4_294_967_295 },
        callback_url: { type: 'string', format: 'uri', description: 'Called when the video is done.' },
      },
    },
    {
      components: {
        Part: {
          type: 'object',
          required: ['type'],
          oneOf: ['text', 'image_url'].map((name) => ({ properties: { type: { enum: [name] } }, required: [name] })),
          properties: {
            type: { type: 'string', enum: ['text', 'image_url'] },
            text: { type: 'string' },
            image_url: {
              type: 'object',
              required: ['url'],
              properties: { url: { type: 'string', description: 'An URL, or base64 as data:image/png;base64,…' } },
            },
            role: { type: 'string', enum: ['first', 'last'] },
          },
        },
        Blob: {
          type: 'object',
          oneOf: [{ required: ['bytesBase64Encoded'] }, { required: ['storeUri'] }],
          properties: {
            bytesBase64Encoded: { type: 'string', format: 'byte' },
            storeUri: { type: 'string', description: 'A gs:// address of a picture.' },
            mimeType: { type: 'string', enum: ['image/jpeg', 'image/png'] },
          },
        },
      },
    },
  ),

  /** Two stages by discriminator and mapping; an empty text among the values. */
  stages: modelDocument(
    {
      oneOf: [ref('DraftStage'), ref('FinalStage')],
      discriminator: {
        propertyName: 'stage',
        mapping: { draft: '#/components/schemas/DraftStage', final: 'FinalStage' },
      },
    },
    {
      components: {
        DraftStage: {
          type: 'object',
          required: ['stage', 'prompt'],
          properties: {
            stage: { type: 'string', enum: ['draft'] },
            prompt: { type: 'string', maxLength: 600 },
            pose: { type: 'string', enum: ['open', 'closed', ''] },
            old_pose: { type: 'boolean', description: 'Deprecated. Use pose.' },
          },
        },
        FinalStage: {
          type: 'object',
          required: ['stage', 'draft_id'],
          properties: { stage: { type: 'string' }, draft_id: { type: 'string', format: 'uuid' } },
        },
      },
    },
  ),

  /** Properties that exclude each other or are always rejected, and at least one of two. */
  rules: modelDocument({
    allOf: [
      {
        type: 'object',
        anyOf: [{ required: ['instruction'] }, { required: ['structure'] }],
        properties: {
          instruction: { type: 'string' },
          structure: { type: 'string' },
          image: { type: 'string', format: 'uri' },
          reference_images: { type: 'array', items: { type: 'string', format: 'uri' } },
          style_files: { type: 'array', items: { type: 'string', format: 'binary' } },
          scale: { type: 'number' },
        },
        dependentRequired: { scale: ['image'] },
      },
      { not: { anyOf: [{ required: ['style_files'] }] } },
      { not: { required: ['image', 'reference_images'] } },
    ],
  }),

  /** OpenAPI 3.1: lists of types, constants with titles, `null` as a branch, tuples, maps, and a recursive tree. */
  modern: modelDocument(
    {
      type: 'object',
      properties: {
        level: {
          oneOf: [
            { const: 1, title: 'Low', description: 'Quick' },
            { const: 2, title: 'High' },
          ],
        },
        limit: { type: ['integer', 'null'], exclusiveMinimum: 0, maximum: 100 },
        note: { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
        voice: { anyOf: [{ type: 'string' }, { type: 'string', enum: ['alto', 'bass'] }] },
        rgb: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], items: false },
        scores: { type: 'object', additionalProperties: { type: 'number' }, propertyNames: { pattern: '^[a-z]+$' } },
        tree: ref('Tree'),
        either: { type: ['string', 'array'], items: { type: 'number' } },
        when: { type: 'string', format: 'date-time' },
        accent: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$', title: 'Accent', 'x-ui-group': 'Looks' },
        accent_color: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$', 'x-ui-group': 'Looks' },
        id: { type: 'integer', format: 'int64', examples: [1] },
        cover: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/webp' },
        tuning: { type: 'object', unevaluatedProperties: false, 'x-tuned': true, properties: { on: { const: true } } },
      },
      'x-maker-order': ['when', 'id'],
    },
    {
      openapi: '3.1.0',
      components: {
        Tree: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: ref('Tree') },
            parent: ref('Tree'),
          },
        },
      },
    },
  ),

  /** The service does not describe the input, and responds with bytes. */
  unauthored: modelDocument(
    { type: 'object', additionalProperties: true },
    {
      extensions: { 'x-service-input-schema-authored': false },
      output: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    },
  ),
};
