import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createRoot } from 'react-dom/client';

interface ModelDocument {
  paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
  components: object;
}

/** The whole page: reads the document of a model, and shows its form. */
const response = await fetch('../model.json');
const { paths, components } = (await response.json()) as ModelDocument;
const [path] = Object.values(paths);
const schema = path?.post.requestBody.content['application/json']?.schema;
// Its references lead to the components of the document.
createRoot(document.getElementById('root') as HTMLElement).render(
  <>
    <h1>Model</h1>
    <Form schema={{ ...schema, components }} validator={validator} />
  </>,
);
