import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, Check, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LOCAL_SURFACE } from '@/api/surface';
import { markStale } from '@/api/live/stale-table';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { classNames } from '@/lib/class-names';
import { useAction } from '@/shared/feedback/use-action';
import { NameForm } from '@/shared/name-form';
import { RenameDialog } from '@/shared/rename-dialog';
import { Button } from '@/ui/button';
import { selectTrigger } from '@/ui/input/select-trigger';
import { Dialog } from '@/ui/overlay/dialog';
import { Menu, type MenuItem } from '@/ui/overlay/menu';
import type { JobsSearch } from '../filters/jobs-search';
import { useListView } from './list-view';
import {
  applyView,
  currentView,
  deleteView,
  isShown,
  MAX_VIEW_NAME,
  putView,
  savedViewsQuery,
  type SavedView,
} from './saved-views';

interface SavedViewsMenuProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  isSmall: boolean;
}

/** Menu of the saved views of the job list: opens, saves, renames and deletes them. */
export function SavedViewsMenu({ search, onChange, isSmall }: SavedViewsMenuProps) {
  const { data: views = [] } = useQuery(savedViewsQuery());
  const [dialog, setDialog] = useState<'save' | SavedView | null>(null);
  const client = useQueryClient();
  const shown = currentView(search, useListView());
  const current = views.find((view) => isShown(view, shown));
  const remove = useAction({
    run: ({ id }: SavedView) => deleteView(id),
    done: (_result, { name }) => ({ title: `Deleted the view ${name}` }),
    undo: (_result, view) => ({
      run: () => putView(view),
      failed: () => ({ title: 'Could not restore the view', description: STORAGE_FAILED }),
    }),
    failed: () => ({ title: 'Could not delete the view', description: STORAGE_FAILED }),
    stale: [client, LOCAL_SURFACE, 'changeViews'],
  });
  const rename = async (view: SavedView, name: string) => {
    if (views.some((other) => other.id !== view.id && isSameName(other.name, name))) {
      throw new Error('Another view has this name.');
    }
    await putView({ ...view, name });
    await markStale(client, LOCAL_SURFACE, 'changeViews');
  };
  const items: MenuItem[] = [
    ...views.map((view, index) => ({
      label: uniqueName(views, index),
      icon: view === current ? <Check /> : <Bookmark />,
      onSelect: () => onChange(applyView(view)),
    })),
    {
      label: 'Save view…',
      icon: <BookmarkPlus />,
      onSelect: () => setDialog('save'),
      disabledReason: current ? `It is saved as ${current.name}.` : null,
    },
    ...(current
      ? [
          { label: `Rename ${current.name}…`, icon: <Pencil />, onSelect: () => setDialog(current) },
          { label: `Delete ${current.name}`, icon: <Trash2 />, onSelect: () => void remove.run(current) },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label="Saved views"
            title="Saved views"
            className={classNames(
              selectTrigger({ tone: current ? 'set' : isSmall ? 'field' : 'quiet', isIcon: true }),
              '[&>svg]:size-4',
            )}
          >
            <Bookmark aria-hidden />
          </button>
        }
        items={items}
      />
      {dialog === 'save' ? (
        <SaveViewDialog views={views} shown={shown} onClose={() => setDialog(null)} />
      ) : dialog ? (
        <RenameDialog
          title="Rename view"
          name={dialog.name}
          onRename={(name) => rename(dialog, name.slice(0, MAX_VIEW_NAME))}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}

const STORAGE_FAILED = 'This browser could not change its storage. Try again.';

function isSameName(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

/** Two browsers may have saved views with the same name while they were offline. */
function uniqueName(views: readonly SavedView[], index: number): string {
  const name = views[index]?.name ?? '';
  const before = views.slice(0, index).filter((view) => view.name === name).length;
  return before === 0 ? name : `${name} (${before + 1})`;
}

interface SaveViewDialogProps {
  views: readonly SavedView[];
  shown: Omit<SavedView, 'id' | 'name'>;
  onClose: () => void;
}

function SaveViewDialog({ views, shown, onClose }: SaveViewDialogProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const name = text.trim();
  const replaced = views.find((view) => isSameName(view.name, name));
  const save = useAction({
    run: putView,
    done: () => ({ tone: 'ok', title: `${replaced ? 'Replaced' : 'Saved'} the view ${name}` }),
    failed: () => null,
    stale: [client, LOCAL_SURFACE, 'changeViews'],
  });
  const submit = async () => {
    if (name === '' || save.isPending) return;
    const { ok } = await save.run({ id: replaced?.id ?? crypto.randomUUID(), name, ...shown });
    if (ok) onClose();
    else setProblem('This browser could not store the view. The list is unchanged.');
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Save view"
      description={`Keeps filters, order and layout ${hasGateway() ? 'on this gateway, for all your browsers' : 'in this browser'}.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isBusy={save.isPending}
            disabledReason={name === '' ? 'A name is required.' : null}
            onClick={() => void submit()}
          >
            {replaced ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <NameForm
        name={text}
        maxLength={MAX_VIEW_NAME}
        problem={problem}
        onName={setText}
        onSubmit={() => void submit()}
      />
    </Dialog>
  );
}
