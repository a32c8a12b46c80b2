import { useEffect } from 'react';
import type { RunRecord } from '@/api/runs/run-record';
import type { FormSession } from '../form/form-session';
import { serverFaults } from '../schema/server-errors';
import { echoedFaults } from './echoed-errors';

/** What a refusal said of single fields lands at these fields, for as long as they hold what was sent. */
export function useServerFaults(session: FormSession, run: RunRecord | null, pressedId: string | null): void {
  const failure = run?.id === pressedId && run?.state.name === 'failed' ? run.state.failure : null;
  // The form holds its own state; it is told once, when the answer comes.
  useEffect(() => {
    if (!failure || failure.faults.length === 0) return;
    session.setServerFaults(serverFaults(echoedFaults(failure), session.root, session.store.getState().body.value));
  }, [session, failure]);
}
