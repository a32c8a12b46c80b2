import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { stringifyJson } from '@contract/json/lossless';
import { EMPTY_DOCUMENT } from '@contract/model-schema/openapi-document';
import { cacheClosingInput, cacheInput, cachedInputQuery } from '@/domains/models/input-cache';
import type { Surface } from '@/api/surface';
import { callDocumentWorker, LARGE_DOCUMENT_CHARS } from '@/features/models/schema/document-client';
import { fieldErrorsOf } from '@/domains/model-calls/read-response';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { t } from '@/lib/i18n/messages';
import { FormSession } from '../form/state/form-session';
import { bodyText } from '../schema/body';
import { compileDocument, compileForm, type ModelForm } from '../schema/model-form';
import { initialInput } from '../schema/initial-value';
import { FormValidator } from '../schema/validation/form-validator';
import { readFormDocument } from '../schema/form-document';
import { serverErrors } from '../schema/server-errors';

interface ReadForm {
  form: ModelForm;
  /** Number of omitted schema parts, if the document is too large. */
  omitted: number;
}

/** Current document, compared by text: a refetch with the same text changes nothing. */
let lastForm: { text: string | null; form: ReadForm | Promise<ReadForm> } | null = null;

/** Returns the form of a document; a large one is parsed in a worker, and suspends meanwhile. */
export function useModelForm(documentText: string | null): ReadForm {
  if (lastForm === null || lastForm.text !== documentText)
    lastForm = { text: documentText, form: formOf(documentText) };
  return lastForm.form instanceof Promise ? use(lastForm.form) : lastForm.form;
}

function formOf(text: string | null): ReadForm | Promise<ReadForm> {
  if (text !== null && text.length > LARGE_DOCUMENT_CHARS) return largeForm(text);
  return { form: compileForm(text ?? '{}'), omitted: 0 };
}

async function largeForm(text: string): Promise<ReadForm> {
  try {
    const { document, omitted } = readFormDocument(await callDocumentWorker('form', text));
    return { form: compileDocument(document), omitted };
  } catch {
    const form = compileDocument(
      EMPTY_DOCUMENT,
      undefined,
      t('the document of this model is beyond what can be read here'),
    );
    return { form, omitted: 0 };
  }
}

/** Long enough for the next key, short enough if the page is closed quickly. */
const KEEP_AFTER_MS = 300;

interface FormStart {
  surface: Surface;
  modelId: string;
  /** Schema document; `null` if the model has none, which makes the form a JSON editor. */
  documentText: string | null;
  form: ModelForm;
  /** Initial body; `null` for an empty form. */
  start: string | null;
}

interface ModelFormSession {
  session: FormSession;
  /** Example body in the document; `null` if there is none. */
  exampleText: string | null;
  /** Resolves when the body on screen is validated, or after a timeout. */
  settled: () => Promise<void>;
}

/** Editing session of a model form: validated in a worker, and cached on this device. */
export function useFormSession({ surface, modelId, documentText, form, start }: FormStart): ModelFormSession {
  const [session] = useState(() => begin(form.root, start));
  const validation = useRef<FormValidator>(null);
  const queryClient = useQueryClient();

  // The worker is terminated when the page unmounts.
  useEffect(() => {
    if (documentText === null || !form.inputAuthored) return undefined;
    const validator = new FormValidator(documentText, ({ faults, extent, body }) => {
      if (session.store.getState().body === body) session.setSchemaErrors(faults, extent);
    });
    validation.current = validator;
    validator.check(session.store.getState().body);
    const unsubscribe = session.store.subscribe(({ body }, before) => {
      if (body !== before.body) validator.check(body);
    });
    return () => {
      unsubscribe();
      validator.dispose();
      validation.current = null;
    };
  }, [documentText, form, session]);

  // Subscribes to the typed input; pending input is saved when the user leaves.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      void cacheInput(surface, modelId, session.text);
    };
    // Input from a link is also saved, since its URL is replaced.
    keep();
    const unsubscribe = session.store.subscribe(({ body }, before) => {
      if (body === before.body) return;
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_AFTER_MS);
    });
    const keepOnClose = () => {
      if (timer !== undefined) cacheClosingInput(surface, modelId, session.text);
    };
    addEventListener('pagehide', keepOnClose);
    return () => {
      removeEventListener('pagehide', keepOnClose);
      unsubscribe();
      if (timer !== undefined) keep();
      // The query data is older than the saved input: a user who returns at once must read it again.
      queryClient.removeQueries({ queryKey: cachedInputQuery(surface, modelId).queryKey });
    };
  }, [surface, modelId, session, queryClient]);
  const { example } = form;
  return {
    session,
    exampleText: example === undefined ? null : stringifyJson(example, 2),
    settled: async () => validation.current?.settled(),
  };
}

/** An invalid body, such as that of a truncated link, must not prevent the form from opening. */
function begin(root: FormSession['root'], start: string | null): FormSession {
  if (start !== null) {
    try {
      return new FormSession(root, start);
    } catch {
      // Falls back to the empty form.
    }
  }
  return new FormSession(root, bodyText(initialInput(root)));
}

/**
 * Shows the field errors of a rejection at the fields, as long as these contain what was sent.
 * @returns the id of the run whose errors the form shows at fields
 */
export function useServerErrors(session: FormSession, run: RunRecord | null, pressedId: string | null): string | null {
  const failure = run?.id === pressedId && run?.state.name === 'failed' ? run.state.failure : null;
  // The form has its own state; it is updated once, when the response arrives.
  useEffect(() => {
    const errors = failure ? fieldErrorsOf(failure) : [];
    if (errors.length > 0)
      session.setReceivedErrors(serverErrors(errors, session.root, session.store.getState().body.value));
  }, [session, failure]);
  const isShown = useStore(session.store, ({ receivedErrors: shown }) => {
    const paths = Object.values(shown).flatMap((errors) => errors.map(({ path }) => path));
    // The notice lists errors without a field, with their location.
    return paths.length > 0 && paths.every((path) => path.length > 0);
  });
  return failure && isShown ? (run?.id ?? null) : null;
}
