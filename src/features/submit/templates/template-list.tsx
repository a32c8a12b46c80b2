import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Pencil, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { markStale } from '@/api/live/stale-table';
import { pinnedInputs } from '@/domains/drafts/template';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import {
  deleteTemplate,
  makeSavedTemplate,
  putTemplate,
  readTemplate,
  templatesQuery,
} from '@/domains/templates/saved-templates';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { changeCached } from '@/shared/feedback/action';
import { useAction } from '@/shared/feedback/use-action';
import { RenameDialog } from '@/shared/rename-dialog';
import { Button } from '@/ui/button';
import { openTemplate } from './open-template';

/** Saved templates: each opens as a new draft. */
export function TemplateList({ surface }: { surface: Surface }) {
  const { data: templates = [] } = useQuery(templatesQuery());
  const client = useQueryClient();
  const navigate = useNavigate();
  const [renamed, setRenamed] = useState<SavedTemplate | null>(null);
  const open = async (saved: SavedTemplate) => {
    const { id: draftId } = await openTemplate(surface, saved);
    await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId } });
  };
  const remove = useAction({
    run: (saved: SavedTemplate) => deleteTemplate(saved.id),
    done: (_result, saved) => ({ title: `Deleted the template ${saved.template.title}` }),
    undo: (_result, saved) => ({
      run: () => putTemplate(saved),
      failed: () => ({ title: 'Could not restore the template', description: STORAGE_FAILED }),
    }),
    failed: () => ({ title: 'Could not delete', description: STORAGE_FAILED }),
    optimistic: (saved) =>
      changeCached(client, templatesQuery().queryKey, (known) => known.filter(({ id }) => id !== saved.id)),
    stale: [client, surface, 'changeTemplates'],
  });
  const duplicate = useAction({
    async run(saved: SavedTemplate) {
      const template = { ...saved.template, title: `${saved.template.title} copy` };
      await putTemplate(await makeSavedTemplate(saved.surfaceId, { ...saved, template }));
    },
    failed: () => ({ title: 'Could not duplicate', description: STORAGE_FAILED }),
    stale: [client, surface, 'changeTemplates'],
  });
  if (templates.length === 0) return null;
  return (
    <section aria-labelledby="templates">
      <h2 id="templates" className="mb-1 flex min-h-8 items-center font-semibold">
        Templates
      </h2>
      <ul className="border-t border-line">
        {templates.map((saved) => (
          <TemplateRow
            key={saved.id}
            saved={saved}
            onOpen={() => void open(saved)}
            onRename={() => setRenamed(saved)}
            onDuplicate={() => void duplicate.run(saved)}
            onDelete={() => void remove.run(saved)}
          />
        ))}
      </ul>
      {renamed ? (
        <RenameDialog
          title="Rename template"
          name={renamed.template.title}
          onRename={async (title) => {
            await rename(renamed.id, title);
            await markStale(client, surface, 'changeTemplates');
          }}
          onClose={() => setRenamed(null)}
        />
      ) : null}
    </section>
  );
}

const STORAGE_FAILED = 'This browser could not change its storage. Try again.';

/** The list may be older than a change in another tab. */
async function rename(id: string, title: string): Promise<void> {
  const saved = await readTemplate(id);
  if (!saved) throw new Error('This template was deleted.');
  await putTemplate({ ...saved, template: { ...saved.template, title }, updatedAt: Date.now() });
}

interface TemplateRowProps {
  saved: SavedTemplate;
  onOpen: () => void;
  onRename: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

function TemplateRow({ saved: { template }, onOpen, onRename, onDuplicate, onDelete }: TemplateRowProps) {
  const { title, description } = template;
  return (
    <li className="flex items-center gap-1 border-b border-line">
      <button
        type="button"
        aria-label={`Open the template ${title}`}
        className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded pl-2 text-left hover:text-accent"
        onClick={onOpen}
      >
        <SlidersHorizontal aria-hidden className="size-4 shrink-0 text-faint" />
        <span className="min-w-0 truncate font-medium" title={title}>
          {title}
        </span>
        <span className="min-w-0 flex-1 truncate text-sm text-faint max-sm:hidden">{description}</span>
        <span className="shrink-0 text-sm text-faint max-sm:ml-auto">
          {formatCount(pinnedInputs(template).length, 'input')}
        </span>
      </button>
      <Button
        size="icon-sm"
        tone="ghost"
        className="ml-1"
        aria-label={`Rename the template ${title}`}
        title="Rename"
        onClick={onRename}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        tone="ghost"
        aria-label={`Duplicate the template ${title}`}
        title="Duplicate"
        onClick={onDuplicate}
      >
        <Copy aria-hidden />
      </Button>
      <Button size="icon-sm" tone="ghost" aria-label={`Delete the template ${title}`} title="Delete" onClick={onDelete}>
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}
