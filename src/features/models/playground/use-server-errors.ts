import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { FormSession } from '../form/state/form-session';
import { serverErrors } from '../schema/server-errors';
import { echoedErrors } from './echoed-errors';

/**
 * Shows the field errors of a rejection at the fields, as long as these contain what was sent.
 * @returns the id of the run whose errors the form shows at fields
 */
export function useServerErrors(session: FormSession, run: RunRecord | null, pressedId: string | null): string | null {
  const failure = run?.id === pressedId && run?.state.name === 'failed' ? run.state.failure : null;
  // The form has its own state; it is updated once, when the response arrives.
  useEffect(() => {
    if (!failure || failure.faults.length === 0) return;
    session.setReceivedErrors(serverErrors(echoedErrors(failure), session.root, session.store.getState().body.value));
  }, [session, failure]);
  const isShown = useStore(session.store, ({ receivedErrors: shown }) => {
    const paths = Object.values(shown).flatMap((errors) => errors.map(({ path }) => path));
    // The notice lists errors without a field, with their location.
    return paths.length > 0 && paths.every((path) => path.length > 0);
  });
  return failure && isShown ? (run?.id ?? null) : null;
}
