import { actOnEntry, dismissEntry, submitWorkflow } from '@/domains/outbox/outbox';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { useOutboxView } from '@/domains/outbox/outbox-store';
import { LOCAL_SURFACE } from '@/api/surface';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';

/** A run as a page would send it. @returns the entry's id */
export async function press(workflow: object, title: string): Promise<string> {
  const workflowText = JSON.stringify(workflow);
  return submitWorkflow(LOCAL_SURFACE, {
    workflowText,
    graphFingerprint: await graphFingerprint(workflowText),
    title,
    draftId: null,
  });
}

export function entryOf(id: string): OutboxEntry | undefined {
  return useOutboxView.getState().entries[id];
}

/** Nothing of one test is sent in the next. */
export async function emptyOutbox(): Promise<void> {
  for (const { id } of Object.values(useOutboxView.getState().entries)) {
    void actOnEntry(id, { kind: 'user_cancel' });
    await dismissEntry(id);
  }
  useOutboxView.setState({ entries: {} });
}
