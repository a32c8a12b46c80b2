import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import './form-page';

let root: Root | null = null;

window.formPage = {
  clear: () => root?.unmount(),
  mount({ schema, value }) {
    root = createRoot(document.getElementById('root') as HTMLElement);
    const form = <Form schema={schema} formData={value} validator={validator} />;
    flushSync(() => root?.render(form));
  },
};
