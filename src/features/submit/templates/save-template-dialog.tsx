import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TEMPLATE_LIMITS } from '@/domains/drafts/template';
import { hasGateway } from '@/api/surfaces/has-gateway';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import { makeSavedTemplate, putTemplate, readTemplate } from '@/domains/templates/saved-templates';
import { t } from '@/lib/i18n/messages';
import { useAction } from '@/shared/feedback/use-action';
import { NameForm } from '@/shared/name-form';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { documentOf } from './template-document-of';
import { useSession } from '../draft/session/session-context';

interface SaveTemplateDialogProps {
  onClose: () => void;
}

/** Saves the form with its workflow: as a new template, or over the one that the draft belongs to. */
export function SaveTemplateDialog({ onClose }: SaveTemplateDialogProps) {
  const { surface, editor } = useSession();
  const client = useQueryClient();
  const [name, setName] = useState(() => documentOf(editor.state).template.title);
  const [earlier, setEarlier] = useState<SavedTemplate | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { templateId } = editor.state.draft;
  // Reads the database.
  useEffect(() => {
    if (templateId !== undefined) void readTemplate(templateId).then(setEarlier);
  }, [templateId]);
  const title = name.trim();
  const save = useAction({
    async run(replaced: SavedTemplate | null) {
      const document = documentOf(editor.state);
      const made = await makeSavedTemplate(surface.id, {
        ...document,
        template: { ...document.template, title },
      });
      const saved = replaced ? { ...made, id: replaced.id, createdAt: replaced.createdAt } : made;
      await putTemplate(saved);
      editor.editDraft((draft) => ({ ...draft, templateId: saved.id }));
      return replaced;
    },
    done: (replaced) => ({
      tone: 'ok',
      title: replaced ? t('Updated the template {title}', { title }) : t('Saved the template {title}', { title }),
      description: hasGateway()
        ? t('It is listed on the Submit page, in every browser that uses this gateway.')
        : t('It is listed on the Submit page of this browser.'),
    }),
    undo: (replaced) =>
      replaced && {
        run: () => putTemplate(replaced),
        failed: () => ({ title: t('Could not restore the template'), description: t('Try again.') }),
      },
    failed: () => null,
    stale: [client, surface, 'changeTemplates'],
  });
  const submit = async (replaced: SavedTemplate | null) => {
    if (title === '' || save.isPending) return;
    const { ok } = await save.run(replaced);
    if (ok) onClose();
    else setProblem(t('This browser could not store the template. The draft is unchanged. Save it as a file instead.'));
  };
  const disabledReason = title === '' ? t('A name is required.') : null;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Save as template')}
      description={
        hasGateway()
          ? t('Keeps this form and its current values on this gateway, for all your browsers.')
          : t('Keeps this form and its current values in this browser.')
      }
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone={earlier ? 'plain' : 'primary'}
            isBusy={save.isPending}
            disabledReason={disabledReason}
            onClick={() => void submit(null)}
          >
            {earlier ? t('Save as new') : t('Save')}
          </Button>
          {earlier ? (
            <Button
              tone="primary"
              isBusy={save.isPending}
              disabledReason={disabledReason}
              onClick={() => void submit(earlier)}
            >
              {t('Update')}
            </Button>
          ) : null}
        </>
      }
    >
      <NameForm
        name={name}
        maxLength={TEMPLATE_LIMITS.title}
        problem={problem}
        onName={setName}
        onSubmit={() => void submit(earlier)}
      />
    </Dialog>
  );
}
