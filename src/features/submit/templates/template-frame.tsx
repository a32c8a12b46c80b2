import { useState, type ReactNode } from 'react';
import { pinnedInputs } from '@/domains/drafts/template';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { useEditor, useSession } from '../draft/session/session-context';
import { TemplateEditor } from './template-editor';
import { TemplatePane } from './template-pane';

const SaveTemplateDialog = lazyDialog(async () => (await import('./save-template-dialog')).SaveTemplateDialog);
const ShareTemplateDialog = lazyDialog(async () => (await import('./share-template-dialog')).ShareTemplateDialog);

/** Switches the form between the template and all inputs. @param props `children`: all inputs */
export function TemplateFrame({ children }: { children: ReactNode }) {
  const { editor } = useSession();
  const isTemplate = useEditor(({ draft }) => draft.view === 'template');
  const isEditing = useEditor((state) => state.isTemplateEdited);
  const count = useEditor(({ draft }) => (draft.template ? pinnedInputs(draft.template).length : 0));
  const notConverted = useEditor(({ draft }) => draft.conversion?.problem ?? null);
  const [dialog, setDialog] = useState<'save' | 'share' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          aria-label={t('Shown inputs')}
          value={isTemplate ? 'template' : 'all'}
          options={[
            { value: 'template', label: count > 0 ? t('Template {count}', { count }) : t('Template') },
            { value: 'all', label: t('All inputs') },
          ]}
          onValueChange={(view) => editor.setView(view === 'template' ? 'template' : 'all')}
        />
        {isTemplate && (count > 0 || isEditing) ? (
          <div className="flex gap-2 xl:ml-auto">
            <Button
              tone={isEditing ? 'primary' : 'plain'}
              onClick={() => editor.store.setState({ isTemplateEdited: !isEditing })}
            >
              {isEditing ? t('Done') : t('Edit')}
            </Button>
            {count > 0 && !isEditing ? (
              <>
                <Button disabledReason={notConverted} onClick={() => setDialog('save')}>
                  {t('Save…')}
                </Button>
                <Button disabledReason={notConverted} onClick={() => setDialog('share')}>
                  {t('Share…')}
                </Button>
              </>
            ) : null}
          </div>
        ) : null}
      </div>
      {isTemplate ? (
        isEditing ? (
          <TemplateEditor />
        ) : (
          <TemplatePane onEdit={() => editor.store.setState({ isTemplateEdited: true })} />
        )
      ) : (
        children
      )}
      {dialog === 'save' ? <SaveTemplateDialog onClose={close} /> : null}
      {dialog === 'share' ? <ShareTemplateDialog onClose={close} /> : null}
    </>
  );
}
