import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { stringifyJson } from '@contract/json/lossless';
import { cacheInput, keptBodyQuery } from '@/api/models/input-cache';
import type { Surface } from '@/api/surface';
import { FormSession } from '../form/form-session';
import { bodyText, type Body } from '../schema/body';
import type { ModelForm } from '../schema/model-form';
import { initialInput } from '../schema/initial-value';
import { FormValidator } from '../schema/validation/form-validator';
import { AwaitedValidation } from './await-validation';

/** Long enough for the next key, short enough for a page that is closed in a hurry. */
const KEEP_AFTER_MS = 300;

interface FormStart {
  surface: Surface;
  modelId: string;
  /** The schema document; null where the model has none, which makes the form a JSON editor. */
  documentText: string | null;
  form: ModelForm;
  /** The body to begin with; null for an empty form. */
  start: string | null;
}

interface ModelFormSession {
  session: FormSession;
  /** A body that the document shows; null where it shows none. */
  exampleText: string | null;
  /** Until what is on screen is judged, or until that took too long. */
  settled: () => Promise<void>;
}

/** The form of a model while it is edited: judged in a worker, and remembered by this device. */
export function useFormSession({ surface, modelId, documentText, form, start }: FormStart): ModelFormSession {
  const [session] = useState(() => begin(form.root, start));
  const [verdict] = useState(() => new AwaitedValidation());
  const queryClient = useQueryClient();

  // The worker belongs to the page and ends with it.
  useEffect(() => {
    if (documentText === null || !form.inputAuthored) return undefined;
    const validator = new FormValidator(documentText, ({ faults, extent, body }) => {
      if (session.store.getState().body !== body) return;
      session.setSchemaFaults(faults, extent);
      verdict.end();
    });
    const judge = (body: Body) => {
      verdict.begin();
      validator.check(body);
    };
    judge(session.store.getState().body);
    const unsubscribe = session.store.subscribe(({ body }, before) => {
      if (body !== before.body) judge(body);
    });
    return () => {
      unsubscribe();
      validator.dispose();
      verdict.end();
    };
  }, [documentText, form, session, verdict]);

  // A subscription to what is typed; what was not kept in time is kept on leaving.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      void cacheInput(surface, modelId, session.text);
    };
    // A link's input outlives its address, too.
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
      // What was read when the page opened is older: who comes back at once reads again.
      queryClient.removeQueries({ queryKey: keptBodyQuery(surface, modelId).queryKey });
    };
  }, [surface, modelId, session, queryClient]);
  const { example } = form;
  return {
    session,
    exampleText: example === undefined ? null : stringifyJson(example, 2),
    settled: () => verdict.settled(),
  };
}

/** A body that no longer reads, such as one of a link that was cut, is no reason to show no form. */
function begin(root: FormSession['root'], start: string | null): FormSession {
  if (start !== null) {
    try {
      return new FormSession(root, start);
    } catch {
      // The empty form it is.
    }
  }
  return new FormSession(root, bodyText(initialInput(root)));
}
