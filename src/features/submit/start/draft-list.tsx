import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileBraces, FileImage, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Draft } from '@/domains/drafts/draft';
import { deleteDrafts, draftsQuery, readDraft, restoreDrafts, writeDraft } from '@/domains/drafts/drafts';
import type { Surface } from '@/api/surface';
import { msg, t } from '@/lib/i18n/messages';
import { changeCached } from '@/shared/feedback/action';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/input/checkbox';
import { TextInput } from '@/ui/input/text-input';
import { classNames } from '@/lib/class-names';
import { Age } from '@/shared/relative-time';
import { markStale } from '@/api/live/stale-table';
import { useListSelection } from '@/shared/page/use-list-selection';
import { RenameDialog } from '@/shared/rename-dialog';
import { discardSession, openSession } from '../draft/session/open-sessions';

const PAGE = 30;
/** Of a list that is extended. */
const MORE = 100;
/** Fewer drafts are found at a glance. */
const SEARCHABLE = 10;

interface DraftListProps {
  surface: Surface;
  /** At the end of its head. */
  action: ReactNode;
}

/** Previously opened workflows to search, rename and delete, newest first. */
export function DraftList({ surface, action }: DraftListProps) {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const query = draftsQuery(surface, { limit, search: useDeferredValue(search).trim() });
  const { data } = useQuery(query);
  const client = useQueryClient();
  const order = useMemo(() => data?.drafts.map(({ id }) => id) ?? [], [data]);
  const selection = useListSelection(order, focusedDraft);
  const [renamed, setRenamed] = useState<Draft | null>(null);
  const remove = useAction({
    run(drafts: readonly Draft[]) {
      const ids = drafts.map(({ id }) => id);
      for (const id of ids) discardSession(id);
      return deleteDrafts(ids);
    },
    done: (_deleted, drafts) => {
      const [first] = drafts;
      const one = drafts.length === 1 ? first : undefined;
      return {
        title: one
          ? t('Deleted the draft {title}', { title: one.title })
          : t('Deleted {count, plural, one {# draft} other {# drafts}}', { count: drafts.length }),
      };
    },
    undo: (deleted) => ({
      run: () => restoreDrafts(deleted),
      failed: () => ({ title: t('Could not restore the drafts'), description: t(STORAGE_FAILED) }),
    }),
    failed: () => ({ title: t('Could not delete'), description: t(STORAGE_FAILED) }),
    optimistic: (drafts) =>
      changeCached(client, query.queryKey, (known) => ({
        ...known,
        drafts: known.drafts.filter(({ id }) => !drafts.some((draft) => draft.id === id)),
      })),
    stale: [client, surface, 'changeDrafts'],
  });
  if (!data || (data.drafts.length === 0 && search === '')) return null;
  const { drafts, hasMore } = data;
  const isSearchable = search !== '' || hasMore || drafts.length >= SEARCHABLE;
  const selectedIds = new Set(selection.selected);
  const selected = drafts.filter(({ id }) => selectedIds.has(id));
  return (
    <section aria-labelledby="drafts">
      <div className="mb-1 flex min-h-8 items-center gap-1">
        <Checkbox
          label={t('Select all drafts')}
          isChecked={selected.length > 0 && selected.length === drafts.length}
          isMixed={selected.length > 0 && selected.length < drafts.length}
          onChange={(isChecked) => (isChecked ? selection.selectAll() : selection.clear())}
        />
        <h2 id="drafts" className="mr-2 font-semibold">
          {t('Drafts')}
        </h2>
        {isSearchable ? (
          <TextInput
            type="search"
            aria-label={t('Search drafts')}
            placeholder={t('Search drafts')}
            maxLength={200}
            spellCheck={false}
            className="ml-auto w-0 max-w-60 min-w-24 flex-1"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        ) : null}
        {selected.length > 0 ? (
          <Button
            tone="danger"
            className={isSearchable ? undefined : 'ml-auto'}
            onClick={() => void remove.run(selected)}
          >
            <Trash2 aria-hidden />
            {t('Delete {count, plural, one {# draft} other {# drafts}}', { count: selected.length })}
          </Button>
        ) : null}
        <div className={isSearchable || selected.length > 0 ? undefined : 'ml-auto'}>{action}</div>
      </div>
      <ul className="border-t border-line">
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            surface={surface}
            draft={draft}
            isSelected={selectedIds.has(draft.id)}
            onSelect={(isRange) => selection.select(draft.id, isRange)}
            onRename={() => setRenamed(draft)}
            onDelete={() => void remove.run([draft])}
          />
        ))}
      </ul>
      {drafts.length === 0 ? (
        <p className="py-3 text-sm text-muted">{t('No draft has these words in its name or classes.')}</p>
      ) : null}
      {hasMore ? (
        <Button tone="ghost" className="mt-2" onClick={() => setLimit(limit + MORE)}>
          {t('Show more drafts')}
        </Button>
      ) : null}
      {renamed ? <RenameDraftDialog surface={surface} draft={renamed} onClose={() => setRenamed(null)} /> : null}
    </section>
  );
}

const STORAGE_FAILED = msg('This browser could not change its storage. Try again.');

/** Returns the id of the draft whose row has the focus. */
function focusedDraft(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-draft]')?.dataset['draft'] ?? null;
}

interface DraftRowProps {
  surface: Surface;
  draft: Draft;
  isSelected: boolean;
  /** @param isRange up to this row */
  onSelect: (isRange: boolean) => void;
  onRename: () => void;
  onDelete: () => void;
}

function DraftRow({ surface, draft, isSelected, onSelect, onRename, onDelete }: DraftRowProps) {
  return (
    <li
      data-draft={draft.id}
      className={classNames('flex items-center gap-1 border-b border-line', isSelected && 'bg-accent-soft')}
    >
      <Checkbox
        label={t('Select the draft {title}', { title: draft.title })}
        isChecked={isSelected}
        onChange={(_isChecked, isRange) => onSelect(isRange)}
      />
      <Link
        to="/$surface/submit/$draftId"
        params={{ surface: surface.id, draftId: draft.id }}
        data-opens-on-hold={draft.title}
        className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded hover:text-accent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint"
      >
        {draft.origin === 'picture' ? <FileImage aria-hidden /> : <FileBraces aria-hidden />}
        <span className="min-w-0 truncate font-medium" title={draft.title}>
          {draft.title}
        </span>
        <span className="min-w-0 flex-1 truncate text-sm text-faint max-sm:hidden">{draft.classes.join(', ')}</span>
        <Age at={draft.updatedAt} className="shrink-0 text-sm text-faint max-sm:ml-auto" />
      </Link>
      <Button
        size="icon-sm"
        tone="ghost"
        className="ml-1"
        aria-label={t('Rename the draft {title}', { title: draft.title })}
        title={t('Rename')}
        onClick={onRename}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        tone="ghost"
        aria-label={t('Delete the draft {title}', { title: draft.title })}
        title={t('Delete')}
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}

interface RenameDraftDialogProps {
  surface: Surface;
  draft: Draft;
  onClose: () => void;
}

function RenameDraftDialog({ surface, draft, onClose }: RenameDraftDialogProps) {
  const client = useQueryClient();
  return (
    <RenameDialog
      title={t('Rename draft')}
      name={draft.title}
      onRename={async (title) => {
        await rename(draft.id, title);
        await markStale(client, surface, 'changeDrafts');
      }}
      onClose={onClose}
    />
  );
}

/** A session with a pending upload will save the draft again, so it needs the new title. */
async function rename(id: string, title: string): Promise<void> {
  const session = openSession(id);
  if (session) {
    session.editor.editDraft((draft) => ({ ...draft, title }));
    await session.saving.save();
    return;
  }
  // The list may be older than a save in another tab.
  const draft = await readDraft(id);
  if (!draft) throw new Error(t('This draft was deleted.'));
  if (!(await writeDraft({ ...draft, title }))) throw new Error(t('This browser could not save the name. Try again.'));
}
