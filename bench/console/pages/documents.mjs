// The same generated inputs for both forms, so that neither form is tuned for them.

/**
 * `typedInto`: text field that receives the keys. `fields`: minimum number of fields.
 * @typedef {{ schema: object, value: object, typedInto: string, fields: number }} Case
 */

const STYLES = ['photographic', 'anime', 'line art', 'watercolour', 'isometric', 'low poly'];

/** @param {number} index */
function property(index) {
  const description = `Input ${index}, as the provider describes it in a sentence of usual length.`;
  switch (index % 6) {
    case 0:
      return { type: 'string', description };
    case 1:
      return { type: 'integer', minimum: 0, maximum: 100, default: 20, description };
    case 2:
      return { type: 'number', minimum: 0, maximum: 1, description };
    case 3:
      return { type: 'boolean', default: false, description };
    case 4:
      return { type: 'string', enum: STYLES, description };
    default:
      return { type: 'string', enum: ['low', 'high'], description };
  }
}

/**
 * Builds a schema with required properties only, so that both forms show all of them at once.
 * @param {number} count
 * @returns {Case}
 */
export function manyFields(count) {
  const names = Array.from({ length: count }, (_, index) => `input_${index}`);
  const properties = Object.fromEntries(names.map((name, index) => [name, property(index)]));
  return { schema: { type: 'object', required: names, properties }, value: {}, typedInto: 'input_12', fields: count };
}

/** @param {number} count @returns {Case} */
export function manyBranches(count) {
  const oneOf = Array.from({ length: count }, (_, index) => ({
    type: 'object',
    title: `Template ${index}`,
    required: ['template', 'prompt'],
    properties: {
      template: { type: 'string', enum: [`template-${index}`] },
      prompt: { type: 'string', description: 'What to draw.' },
      strength: { type: 'number', minimum: 0, maximum: 1 },
      [`option_${index}`]: { type: 'integer', minimum: 0, maximum: index + 10 },
      style: { type: 'string', enum: STYLES },
    },
  }));
  const schema = { type: 'object', required: ['input'], properties: { input: { oneOf } } };
  return { schema, value: { input: { template: 'template-40', prompt: 'a' } }, typedInto: 'prompt', fields: 1 };
}

/** Returns the document as the router serves it. @param {object} schema */
export function documentOf(schema) {
  return JSON.stringify({
    openapi: '3.0.2',
    info: { title: 'bench/form', version: '1' },
    paths: {
      '/v2/models/bench/form': {
        post: {
          operationId: 'runRouterModel',
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { description: 'The result' } },
        },
      },
    },
  });
}
