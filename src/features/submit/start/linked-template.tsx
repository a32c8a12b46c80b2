import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { readWorkflow } from '@contract/workflow/graph';
import { makeDraft } from '@/domains/drafts/make-draft';
import { writeDraft } from '@/domains/drafts/drafts';
import { markStale } from '@/api/live/stale-table';
import { pinnedInputs } from '@/domains/drafts/template';
import { unpackTemplate } from '@/domains/templates/template-link';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Spinner } from '@/ui/spinner';
import { readPastedWorkflow } from '../import/read-dropped-file';
import type { FoundTemplate } from '../import/workflow-file-protocol';

/** Says what a link contains before anything of it is stored. Opening it runs nothing. */
export function LinkedTemplate({ surface, onClose }: { surface: Surface; onClose: () => void }) {
  const router = useRouter();
  const client = useQueryClient();
  const hash = useLocation({ select: (location) => location.hash });
  const [isOpening, setOpening] = useState(false);
  const { data: linked } = useQuery({
    queryKey: ['linked', hash],
    queryFn: () => readLink(hash),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const open = async ({ text, form }: Extract<Linked, { ok: true }>) => {
    setOpening(true);
    const title = form.template.title || t('Shared template');
    const draft = makeDraft(surface.id, { text, title, origin: 'link', form }, Date.now());
    await writeDraft(draft);
    await markStale(client, surface, 'changeDrafts');
    // Back must not ask again.
    await router.navigate({
      to: '/$surface/submit/$draftId',
      params: { surface: surface.id, draftId: draft.id },
      replace: true,
    });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={linked?.ok === false ? t('This link cannot be opened') : t('Open a shared template?')}
      description={null}
      actions={
        linked?.ok ? (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button tone="primary" isBusy={isOpening} onClick={() => void open(linked)}>
              {t('Open')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('Close')}</Button>
        )
      }
    >
      {linked === undefined ? (
        <p className="flex items-center gap-2 text-muted">
          <Spinner className="size-3.5" /> {t('Reading the link…')}
        </p>
      ) : linked.ok ? (
        <Contents linked={linked} />
      ) : (
        <p role="alert" className="wrap-anywhere">
          {linked.explanation}
        </p>
      )}
    </Dialog>
  );
}

type Linked =
  | { ok: true; text: string; form: FoundTemplate; nodes: number; classes: readonly string[] }
  | { ok: false; explanation: string };

/** Parsed by the worker that parses files, which stops after a time limit. */
async function readLink(hash: string): Promise<Linked> {
  const unpacked = await unpackTemplate(hash);
  if (!unpacked.ok) return unpacked;
  const found = await readPastedWorkflow(unpacked.text, () => Promise.resolve(null));
  if (found.kind === 'problem') return { ok: false, explanation: `${found.title}. ${found.explanation}` };
  if (found.kind !== 'workflow' || !found.template) return { ok: false, explanation: t('It contains no template.') };
  const workflow = readWorkflow(found.text);
  if (!workflow.ok) return { ok: false, explanation: workflow.problem.message };
  const nodes = [...workflow.graph.values()];
  const classes = [...new Set(nodes.map(({ classType }) => classType))];
  return { ok: true, text: found.text, form: found.template, nodes: nodes.length, classes };
}

const SHOWN_CLASSES = 12;

function Contents({ linked: { form, nodes, classes } }: { linked: Extract<Linked, { ok: true }> }) {
  const { template } = form;
  const rest = classes.length - SHOWN_CLASSES;
  const names = classes.slice(0, SHOWN_CLASSES).join(', ');
  return (
    <div className="flex flex-col gap-3">
      <p>
        {t(
          'This link contains a workflow with {nodes, plural, one {# node} other {# nodes}}, and a form of {inputs, plural, one {# input} other {# inputs}}. It becomes a draft; nothing runs until you press Run.',
          { nodes, inputs: pinnedInputs(template).length },
        )}
      </p>
      {template.title === '' && template.description === '' ? null : (
        <blockquote className="border-l-2 border-line pl-3">
          <p className="font-semibold wrap-anywhere">{template.title}</p>
          <p className="max-h-32 overflow-y-auto wrap-anywhere whitespace-pre-line text-muted">
            {template.description}
          </p>
        </blockquote>
      )}
      <p className="text-sm wrap-anywhere text-muted">
        {rest > 0
          ? t('Node classes: {names} and {count} more', { names, count: rest })
          : t('Node classes: {names}', { names })}
      </p>
    </div>
  );
}
