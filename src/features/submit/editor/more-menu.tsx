import { CodeXml, Download, Ellipsis, GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { workflowText } from '../draft/editor-state';
import type { EditorSession } from '../draft/editor-session';
import { useSession } from '../draft/session-context';
import { RequestPreview } from '../run/request-preview';
import { compareDraft } from './changes-button';

/** What is done less often with a draft. */
export function MoreMenu() {
  const session = useSession();
  const [isRequestOpen, setRequestOpen] = useState(false);
  return (
    <>
      <LazyMenu
        trigger={
          <Button size="icon" tone="ghost" aria-label="More actions" title="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          {
            label: 'Compare with another workflow',
            icon: <GitCompareArrows aria-hidden />,
            onSelect: () => compareDraft(session, null),
          },
          {
            label: 'Download workflow (API format)',
            icon: <Download aria-hidden />,
            onSelect: () => download(session),
          },
          { label: 'View request', icon: <CodeXml aria-hidden />, onSelect: () => setRequestOpen(true) },
        ]}
      />
      {isRequestOpen ? <RequestPreview onClose={() => setRequestOpen(false)} /> : null}
    </>
  );
}

/** Saves the workflow with the current values, as Run sends it. The title may be the name of the file that was opened. */
function download({ state }: EditorSession): void {
  const name = state.draft.title.replace(/\.\w{1,5}$/, '');
  saveText(workflowText(state), `${name}.json`, 'application/json');
}
