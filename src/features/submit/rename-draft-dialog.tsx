import { useQueryClient } from '@tanstack/react-query';
import type { Draft } from '@/api/storage/draft';
import { readDraft, writeDraft } from '@/api/storage/drafts';
import { draftsKey } from '@/api/storage/drafts-key';
import type { Surface } from '@/api/surface';
import { RenameDialog } from '@/shared/rename-dialog';
import { openSession } from './open-sessions';

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
        await client.invalidateQueries({ queryKey: draftsKey(surface) });
      }}
      onClose={onClose}
    />
  );
}

/** A session that still uploads saves the draft again, so it has to know the title. */
async function rename(id: string, title: string): Promise<void> {
  const session = openSession(id);
  if (session) {
    await session.rename(title);
    return;
  }
  // What the list shows may be older than what another tab has saved.
  const draft = await readDraft(id);
  if (!draft) throw new Error('This draft was deleted.');
  if (!(await writeDraft({ ...draft, title }))) throw new Error('This browser could not save the name. Try again.');
}
