import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { stringifyJson } from '@contract/json/lossless';
import { cacheInput, cachedInputQuery } from '@/domains/models/input-cache';
import type { Surface } from '@/api/surface';
import { FormSession } from '../form/state/form-session';
import { bodyText, type Body } from '../schema/body';
import type { ModelForm } from '../schema/model-form';
import { initialInput } from '../schema/initial-value';
import { FormValidator } from '../schema/validation/form-validator';
import { AwaitedValidation } from './await-validation';

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
  const [result] = useState(() => new AwaitedValidation());
  const queryClient = useQueryClient();

  // The worker is terminated when the page unmounts.
  useEffect(() => {
    if (documentText === null || !form.inputAuthored) return undefined;
    const validator = new FormValidator(documentText, ({ faults, extent, body }) => {
      if (session.store.getState().body !== body) return;
      session.setSchemaErrors(faults, extent);
      result.end();
    });
    const validate = (body: Body) => {
      result.begin();
      validator.check(body);
    };
    validate(session.store.getState().body);
    const unsubscribe = session.store.subscribe(({ body }, before) => {
      if (body !== before.body) validate(body);
    });
    return () => {
      unsubscribe();
      validator.dispose();
      result.end();
    };
  }, [documentText, form, session, result]);

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
    const keepNow = () => {
      if (timer !== undefined) keep();
    };
    addEventListener('pagehide', keepNow);
    return () => {
      removeEventListener('pagehide', keepNow);
      unsubscribe();
      keepNow();
      // The query data is older than the saved input: a user who returns at once must read it again.
      queryClient.removeQueries({ queryKey: cachedInputQuery(surface, modelId).queryKey });
    };
  }, [surface, modelId, session, queryClient]);
  const { example } = form;
  return {
    session,
    exampleText: example === undefined ? null : stringifyJson(example, 2),
    settled: () => result.settled(),
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
