import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { useEditor, useSession } from '../draft/session/session-context';
import { closeSweep, openSweep } from '../draft/sweep-request';

const route = getRouteApi('/$surface/submit/$draftId');
const SweepDialog = lazyDialog(async () => (await import('./sweep-dialog')).SweepDialog);

/** The sweep of the open draft, while its dialog is open. */
export function LazySweep() {
  const { editor } = useSession();
  const isOpen = useEditor(({ sweep }) => sweep !== null);
  const navigate = route.useNavigate();
  const { sweep: batchId } = route.useSearch();
  useEffect(() => {
    if (batchId === undefined) return;
    openSweep(editor, { fieldKey: null, isHint: true, batchId });
    // A reload must not replace what was changed since.
    void navigate({ search: ({ sweep: _sweep, ...search }) => search, replace: true });
  }, [batchId, editor, navigate]);
  // Leaving the page closes the dialog: the draft opens without it the next time.
  useEffect(() => () => closeSweep(editor), [editor]);
  return isOpen ? <SweepDialog onClose={() => closeSweep(editor)} /> : null;
}
