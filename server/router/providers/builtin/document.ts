import { z } from 'zod/mini';
import { modelPath } from '@contract/router/model-id';
import { DOCUMENT_EXTENSIONS } from '@contract/router/schema-document';
import { sha256OfText } from '../../../sha256-of-text';
import type { BuiltinModel, OutputDescription } from './builtin-model';

type Json = Record<string, unknown>;

/** Returns the OpenAPI 3.0.2 document of a model, in the style of public ones (docs/api-notes.md, Model documents). */
export function documentOf(model: BuiltinModel, id: string): string {
  const input = schemaOf(model.input, 'input');
  const output = responseOf(model.output);
  const body: Json = {
    paths: {
      [modelPath(id)]: {
        post: {
          operationId: 'runRouterModel',
          summary: model.title,
          description: model.description,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { ...input.schema, example: model.example } } },
          },
          responses: {
            '200': { description: 'The result.', content: output.content },
            '422': { description: 'The input was rejected; `detail[].loc` names the field.' },
          },
        },
      },
    },
    components: {
      schemas: { ...input.components, ...output.components },
      securitySchemes: {
        BearerAuth: { type: 'http', scheme: 'bearer' },
        ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
    security: [{ BearerAuth: [] }, { ApiKeyAuth: [] }],
    [DOCUMENT_EXTENSIONS.modelId]: id,
    [DOCUMENT_EXTENSIONS.inputAuthored]: true,
    [DOCUMENT_EXTENSIONS.outputAuthored]: true,
    [DOCUMENT_EXTENSIONS.inputModalities]: model.inputModalities,
    [DOCUMENT_EXTENSIONS.outputModalities]: model.outputModalities,
  };
  const version = sha256OfText(JSON.stringify(body)).slice(0, 12);
  return JSON.stringify({
    openapi: '3.0.2',
    info: { title: id, version, description: model.description },
    ...body,
  });
}

function responseOf(output: OutputDescription): { content: Json; components: Json } {
  if (!('schema' in output)) {
    const schema = { type: 'string', format: 'binary', description: output.description };
    return { content: { [output.contentType]: { schema } }, components: {} };
  }
  const { schema, components } = schemaOf(output.schema, 'output');
  return { content: { [output.contentType]: { schema, example: output.example } }, components };
}

/** Converts a zod schema to OpenAPI 3.0, with the components that it references. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): { schema: Json; components: Json } {
  const made = z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any', override: inTextOf30 });
  // zod puts shared parts under `definitions`, like JSON Schema.
  const text = JSON.stringify(made).replaceAll('"#/definitions/', '"#/components/schemas/');
  // The text of an object, made just before.
  const { definitions = {}, ...rest } = JSON.parse(text) as Json & { definitions?: Json };
  return { schema: rest, components: definitions };
}

function inTextOf30({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  const { def } = zodSchema._zod;
  // Objects are open: models ignore unknown members.
  if (def.type === 'object') delete jsonSchema['additionalProperties'];
  if (def.type === 'record') delete jsonSchema['propertyNames'];
  if (jsonSchema['type'] === 'integer') dropSafeBounds(jsonSchema);
  if (def.type !== 'union') return;
  // The branches of these schemas are mutually exclusive.
  if (jsonSchema['anyOf']) jsonSchema['oneOf'] = jsonSchema['anyOf'];
  delete jsonSchema['anyOf'];
  // Only a discriminated union has the member.
  if ('discriminator' in def) jsonSchema['discriminator'] = discriminatorOf(def as z.core.$ZodDiscriminatedUnionDef);
}

/** Returns the discriminator values and the component of each. */
function discriminatorOf({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Json {
  const mapping = options.flatMap((option) => {
    const id = z.globalRegistry.get(option)?.id;
    const values = [...(option._zod.propValues?.[discriminator] ?? [])];
    return id === undefined ? [] : values.map((value) => [String(value), `#/components/schemas/${id}`]);
  });
  return { propertyName: discriminator, mapping: Object.fromEntries(mapping) };
}

/** Removes the limits of safe integers, which are not bounds of the model. */
function dropSafeBounds(jsonSchema: Json): void {
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}
