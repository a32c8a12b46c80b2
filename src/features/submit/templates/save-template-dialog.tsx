import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TEMPLATE_LIMITS } from '@/domains/templates/template';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import { makeSavedTemplate, putTemplate, readTemplate, TEMPLATES_KEY } from '@/domains/templates/saved-templates';
import { showToast } from '@/shared/feedback/toasts';
import { NameForm } from '@/shared/name-form';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { EditorSession } from '../editor/editor-session';
import { documentOf } from './template-document-of';

interface SaveTemplateDialogProps {
  session: EditorSession;
  onClose: () => void;
}

/** Saves the form with its workflow in this browser: as a new template, or over the one that the draft belongs to. */
export function SaveTemplateDialog({ session, onClose }: SaveTemplateDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(() => documentOf(session).template.title);
  const [earlier, setEarlier] = useState<SavedTemplate | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { templateId } = session.state.draft;
  // Reads the database.
  useEffect(() => {
    if (templateId !== undefined) void readTemplate(templateId).then(setEarlier);
  }, [templateId]);
  const title = name.trim();
  const restore = async (template: SavedTemplate) => {
    try {
      await putTemplate(template);
    } catch {
      showToast({ tone: 'bad', title: 'Could not restore the template', description: 'Try again.' });
    }
    await client.invalidateQueries({ queryKey: TEMPLATES_KEY });
  };
  const save = async (replaced: SavedTemplate | null) => {
    if (title === '' || isBusy) return;
    setBusy(true);
    try {
      const document = documentOf(session);
      const made = await makeSavedTemplate(session.surface.id, {
        ...document,
        template: { ...document.template, title },
      });
      const saved = replaced ? { ...made, id: replaced.id, createdAt: replaced.createdAt } : made;
      await putTemplate(saved);
      session.linkTemplate(saved.id);
      await client.invalidateQueries({ queryKey: TEMPLATES_KEY });
      showToast({
        tone: 'ok',
        title: `${replaced ? 'Updated' : 'Saved'} the template ${title}`,
        description: 'It is listed on the Submit page of this browser.',
        ...(replaced ? { action: { label: 'Undo', onSelect: () => void restore(replaced) } } : {}),
      });
      onClose();
    } catch {
      setProblem('This browser could not store the template. The draft is unchanged. Save it as a file instead.');
      setBusy(false);
    }
  };
  const disabledReason = title === '' ? 'A name is required.' : null;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Save as template"
      description="Keeps this form and its current values in this browser."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone={earlier ? 'plain' : 'primary'}
            isBusy={isBusy}
            disabledReason={disabledReason}
            onClick={() => void save(null)}
          >
            {earlier ? 'Save as new' : 'Save'}
          </Button>
          {earlier ? (
            <Button tone="primary" isBusy={isBusy} disabledReason={disabledReason} onClick={() => void save(earlier)}>
              Update
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
        onSubmit={() => void save(earlier)}
      />
    </Dialog>
  );
}
