/** Returns the document of a model whose body is an object with this schema. */
export function modelDocument(schema: object, extensions: object = {}): string {
  return JSON.stringify({
    openapi: '3.0.2',
    info: { title: 'lab/test', version: '1' },
    ...extensions,
    paths: {
      '/v2/models/lab/test': {
        post: {
          operationId: 'runRouterModel',
          requestBody: { content: { 'application/json': { schema: { type: 'object', ...schema } } } },
          responses: { 200: { description: 'The result' } },
        },
      },
    },
  });
}
