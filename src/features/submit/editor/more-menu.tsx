import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { saveText } from '@/shared/files/save-text';
import { useCommands } from '@/shared/commands/use-commands';
import { Button } from '@/ui/button';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { DRAFT_ACTIONS, fileNameOf, MORE_ACTIONS } from '../draft/draft-actions';
import { workflowText } from '../draft/editor-state';
import { useSession } from '../draft/session-context';
import { RequestPreview } from '../run/request-preview';
import { compareDraft } from './changes-button';

const DownloadDialog = lazyDialog(async () => (await import('./download-dialog')).DownloadDialog);

/** What is done less often with a draft. */
export function MoreMenu() {
  const session = useSession();
  const [dialog, setDialog] = useState<'download' | 'request' | null>(null);
  const close = () => setDialog(null);
  const handlers = {
    'draft-compare': () => compareDraft(session, null),
    'draft-download': () => {
      const { state } = session.editor;
      // Only such a draft has two formats.
      if (state.draft.conversion) setDialog('download');
      else saveText(workflowText(state), fileNameOf(state.draft.title), 'application/json');
    },
    'draft-request': () => setDialog('request'),
  };
  useCommands(handlers);
  return (
    <>
      <LazyMenu
        trigger={
          <Button size="icon" tone="ghost" aria-label="More actions" title="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
        items={MORE_ACTIONS.map((id) => {
          const { label, icon: Icon } = DRAFT_ACTIONS[id];
          return { label, icon: <Icon aria-hidden />, onSelect: handlers[id] };
        })}
      />
      {dialog === 'download' ? <DownloadDialog onClose={close} /> : null}
      {dialog === 'request' ? <RequestPreview onClose={close} /> : null}
    </>
  );
}
