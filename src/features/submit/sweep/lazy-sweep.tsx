import { useEffect } from 'react';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { useEditor } from '../editor/session-context';
import { closeSweep, useSweepRequest } from './sweep-request';

const SweepDialog = lazyDialog(async () => (await import('./sweep-dialog')).SweepDialog);

/** The sweep of the open draft, while its dialog is open. */
export function LazySweep() {
  const draftId = useEditor((state) => state.draft.id);
  const isOpen = useSweepRequest(({ request }) => request?.draftId === draftId);
  // Leaving the page closes the dialog: the draft opens without it the next time.
  useEffect(() => closeSweep, []);
  return isOpen ? <SweepDialog onClose={closeSweep} /> : null;
}
