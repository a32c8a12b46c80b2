import { use } from 'react';
import { EMPTY_DOCUMENT } from '@contract/model-schema/openapi-document';
import { callDocumentWorker, LARGE_DOCUMENT_CHARS } from '@/features/models/schema/document-client';
import { readFormDocument } from '../schema/form-document';
import { compileDocument, compileForm, type ModelForm } from '../schema/model-form';

interface ReadForm {
  form: ModelForm;
  /** Number of omitted schema parts, if the document is too large. */
  omitted: number;
}

/** Current document, compared by text: a refetch with the same text changes nothing. */
let last: { text: string | null; form: ReadForm | Promise<ReadForm> } | null = null;

/** Returns the form of a document; a large one is parsed in a worker, and suspends meanwhile. */
export function useModelForm(documentText: string | null): ReadForm {
  if (last === null || last.text !== documentText) last = { text: documentText, form: formOf(documentText) };
  return last.form instanceof Promise ? use(last.form) : last.form;
}

function formOf(text: string | null): ReadForm | Promise<ReadForm> {
  if (text !== null && text.length > LARGE_DOCUMENT_CHARS) return largeForm(text);
  return { form: compileForm(text ?? '{}'), omitted: 0 };
}

async function largeForm(text: string): Promise<ReadForm> {
  try {
    const { document, omitted: skipped } = readFormDocument(await callDocumentWorker('form', text));
    return { form: compileDocument(document), omitted: skipped };
  } catch {
    const form = compileDocument(
      EMPTY_DOCUMENT,
      undefined,
      'the document of this model is beyond what can be read here',
    );
    return { form, omitted: 0 };
  }
}
