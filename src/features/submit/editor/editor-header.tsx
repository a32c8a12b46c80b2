import { Ellipsis, FileBraces, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '@/lib/class-names';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { actionMenu } from '@/shared/commands/action-table';
import { useCommandHint } from '@/shared/commands/key-labels';
import { PageHeader } from '@/shared/page/page-header';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { saveText } from '@/shared/files/save-text';
import { useCommands } from '@/shared/commands/use-commands';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import type { MenuItem } from '@/ui/overlay/menu';
import { ChangesButton, compareDraft, useChanges } from './changes-button';
import { FlowPaneButton } from './flow-pane';
import { useEditor, useSession } from '../draft/session/session-context';
import { redoEdit, undoEdit, workflowText } from '../draft/editor-state';
import { DRAFT_ACTIONS, fileNameOf, MORE_ACTIONS } from '../draft/draft-actions';

/** Title and state of the open draft, and what is done with all of it. */
export function EditorHeader({ isWide, onShowJson }: { isWide: boolean; onShowJson: () => void }) {
  const title = useEditor((state) => state.draft.title);
  const nodes = useEditor((state) => state.form.outline.length);
  const inputs = useEditor((state) => state.form.fields.size);
  const saving = useEditor((state) => state.saving);
  const isConverted = useEditor((state) => state.draft.conversion !== undefined);
  const isUntouched = useEditor((state) => state.draft.isUntouched === true);
  const changes = useChanges();
  const history = useHistory();
  // On a phone they would take the place of the title.
  const isMenu = !useMediaQuery('(min-width: 640px)');
  const isDeleted = useEditor((state) => state.isDeleted);
  const kept = {
    saved: t('saved'),
    unsaved: isDeleted ? t('not saved: deleted') : t('saving'),
    failed: t('not saved: storage unavailable'),
  };
  return (
    <PageHeader
      title={title}
      isOneLine
      parent={{ label: t('Submit'), to: '/$surface/submit' }}
      actions={
        <>
          {isMenu ? null : (
            <>
              {changes ? <ChangesButton changes={changes} /> : null}
              {history.map(({ label, icon, hint, disabledReason, onSelect }) => (
                <Button
                  key={label}
                  size="icon"
                  tone="ghost"
                  aria-label={label}
                  {...hint}
                  disabledReason={disabledReason}
                  onClick={onSelect}
                >
                  {icon}
                </Button>
              ))}
            </>
          )}
          {isWide ? <FlowPaneButton /> : null}
          <MoreMenu before={isMenu ? [...history, ...(changes?.actions ?? [])] : []} onShowJson={onShowJson} />
        </>
      }
    >
      <Chip icon={<FileBraces aria-hidden />} className="max-sm:hidden">
        {isConverted ? t('From the UI format') : t('API format')}
      </Chip>
      <span
        className={classNames(
          'min-w-0 shrink-2 truncate text-sm max-md:hidden',
          saving === 'failed' ? 'text-warn' : 'text-faint',
        )}
      >
        {t(
          '{nodes, plural, one {# node} other {# nodes}}, {inputs, plural, one {# input} other {# inputs}}, {saving}',
          {
            nodes,
            inputs,
            saving: isUntouched ? t('saved once you change or run it') : kept[saving],
          },
        )}
      </span>
    </PageHeader>
  );
}

/** The steps in the history of the draft. */
function useHistory() {
  const { editor } = useSession();
  const canUndo = useEditor((state) => state.undo.length > 0);
  const canRedo = useEditor((state) => state.redo.length > 0);
  const undoHint = useCommandHint(t('Undo'), 'undo');
  const redoHint = useCommandHint(t('Redo'), 'redo');
  return [
    {
      label: t('Undo'),
      icon: <Undo2 aria-hidden />,
      hint: undoHint,
      disabledReason: canUndo ? null : t('Nothing to undo'),
      onSelect: () => editor.edit(undoEdit),
    },
    {
      label: t('Redo'),
      icon: <Redo2 aria-hidden />,
      hint: redoHint,
      disabledReason: canRedo ? null : t('Nothing to redo'),
      onSelect: () => editor.edit(redoEdit),
    },
  ];
}

const DownloadDialog = lazyDialog(async () => (await import('./download-dialog')).DownloadDialog);
const RequestPreview = lazyDialog(async () => (await import('../run/request-preview')).RequestPreview);

interface MoreMenuProps {
  /** What a narrow window shows here instead of beside the menu. */
  before: readonly MenuItem[];
  onShowJson: () => void;
}

/** What is done less often with a draft. */
function MoreMenu({ before, onShowJson }: MoreMenuProps) {
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
    'draft-json': onShowJson,
    'draft-request': () => setDialog('request'),
  };
  // What runs is not what the user has written.
  const isUnreadable = useEditor((state) => state.json?.read === 'unreadable');
  const reason = isUnreadable ? t('The JSON of the workflow cannot be read.') : null;
  useCommands({ ...handlers, 'draft-download': { run: handlers['draft-download'], disabledReason: reason } });
  return (
    <>
      <LazyMenu
        trigger={
          <Button size="icon" tone="ghost" aria-label={t('More actions')} title={t('More actions')}>
            <Ellipsis aria-hidden />
          </Button>
        }
        items={() => [
          ...before,
          ...actionMenu(DRAFT_ACTIONS, MORE_ACTIONS, (id) => ({
            label: t(DRAFT_ACTIONS[id].label),
            isShown: true,
            reason: id === 'draft-download' ? reason : null,
            run: handlers[id],
          })),
        ]}
      />
      {dialog === 'download' ? <DownloadDialog onClose={close} /> : null}
      {dialog === 'request' ? <RequestPreview onClose={close} /> : null}
    </>
  );
}
