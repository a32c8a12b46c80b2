import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { watchDraftChanges } from '@/domains/drafts/draft-changes';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { Button } from '@/ui/button';
import { discardSession } from '../draft/session/open-sessions';
import { useEditor, useSession } from '../draft/session/session-context';

/** Follows changes of the open draft elsewhere. Shown while it is deleted: this page may hold newer edits. */
export function DeletedDraft() {
  const session = useSession();
  const navigate = useNavigate();
  const isDeleted = useEditor((state) => state.isDeleted);
  const id = useEditor((state) => state.draft.id);

  // Subscribes to the other tabs and browsers.
  useEffect(
    () =>
      watchDraftChanges(({ kind, ids }) => {
        if (!ids.includes(id)) return;
        if (kind === 'changed') void session.follow();
        else if (kind === 'deleted') session.saving.markDeleted();
        else void session.saving.keepDeleted();
      }),
    [session, id],
  );
  if (!isDeleted) return null;
  const close = () => {
    discardSession(id);
    void navigate({ to: '/$surface/submit', params: { surface: session.surface.id } });
  };
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-warn-soft px-4 py-2 md:px-5"
    >
      <Trash2 aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-60">
        <Trans
          text="<b>This draft was deleted in another tab or browser.</b> Changes on this page are not saved."
          values={{ b: semibold }}
        />
      </p>
      <span className="flex gap-2">
        <Button size="sm" onClick={() => void session.saving.keepDeleted()}>
          {t('Keep it')}
        </Button>
        <Button size="sm" onClick={close}>
          {t('Close')}
        </Button>
      </span>
    </div>
  );
}

function semibold(content: ReactNode) {
  return <span className="font-semibold">{content}</span>;
}
