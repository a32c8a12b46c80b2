import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileBraces, FileImage, Trash2 } from 'lucide-react';
import type { Draft } from '@/api/storage/draft';
import { deleteDraft, draftsQuery, writeDraft } from '@/api/storage/drafts';
import { draftsKey } from '@/api/storage/drafts-key';
import type { Surface } from '@/api/surface';
import { Age } from '@/shared/relative-time';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';

/** Workflows that were opened here before, newest first. */
export function DraftList({ surface }: { surface: Surface }) {
  const { data } = useQuery(draftsQuery(surface));
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: draftsKey(surface) });
  const remove = async (draft: Draft) => {
    await deleteDraft(draft.id);
    await refresh();
    showToast({
      tone: 'neutral',
      title: `Deleted the draft ${draft.title}`,
      action: { label: 'Undo', onSelect: () => void writeDraft(draft).then(refresh) },
    });
  };
  if (data && !data.isAvailable) {
    return (
      <p className="text-sm text-warn">
        This browser keeps no data for Flowdeck (private window or blocked storage): drafts end with this page, and a
        run that is being sent is not protected against closing it.
      </p>
    );
  }
  if (!data || data.drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts" className="mb-2 font-semibold">
        Drafts on this device
      </h2>
      <ul className="border-t border-line">
        {data.drafts.map((draft) => (
          <li key={draft.id} className="group flex items-center gap-2 border-b border-line">
            <Link
              to="/$surface/submit/$draftId"
              params={{ surface: surface.id, draftId: draft.id }}
              className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded hover:text-accent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint"
            >
              {draft.origin === 'picture' ? <FileImage aria-hidden /> : <FileBraces aria-hidden />}
              <span className="min-w-0 truncate font-medium">{draft.title}</span>
              <span className="min-w-0 flex-1 truncate text-sm text-faint max-sm:hidden">
                {draft.classes.join(', ')}
              </span>
              <Age at={draft.updatedAt} className="shrink-0 text-sm text-faint max-sm:ml-auto" />
            </Link>
            <Button
              size="icon-sm"
              tone="ghost"
              aria-label={`Delete the draft ${draft.title}`}
              onClick={() => void remove(draft)}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
