import { useQueryClient } from '@tanstack/react-query';
import type { Draft } from '@/domains/drafts/draft';
import { readDraft, writeDraft } from '@/domains/drafts/drafts';
import { markStale } from '@/api/live/stale-table';
import type { Surface } from '@/api/surface';
import { RenameDialog } from '@/shared/rename-dialog';
import { openSession } from '../draft/open-sessions';

interface RenameDraftDialogProps {
  surface: Surface;
  draft: Draft;
  onClose: () => void;
}

export function RenameDraftDialog({ surface, draft, onClose }: RenameDraftDialogProps) {
  const client = useQueryClient();
  return (
    <RenameDialog
      title="Rename draft"
      name={draft.title}
      onRename={async (title) => {
        await rename(draft.id, title);
        await markStale(client, surface, 'changeDrafts');
      }}
      onClose={onClose}
    />
  );
}

/** A session with a pending upload will save the draft again, so it needs the new title. */
async function rename(id: string, title: string): Promise<void> {
  const session = openSession(id);
  if (session) {
    session.editor.editDraft((draft) => ({ ...draft, title }));
    await session.saving.save();
    return;
  }
  // The list may be older than a save in another tab.
  const draft = await readDraft(id);
  if (!draft) throw new Error('This draft was deleted.');
  if (!(await writeDraft({ ...draft, title }))) throw new Error('This browser could not save the name. Try again.');
}
