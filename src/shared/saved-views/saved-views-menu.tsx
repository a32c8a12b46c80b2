import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, Check, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LOCAL_SURFACE } from '@/api/surface';
import { markStale } from '@/api/live/stale-table';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { classNames } from '@/lib/class-names';
import { msg, t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { selectTrigger } from '@/ui/input/select-trigger';
import { Dialog } from '@/ui/overlay/dialog';
import { Menu, type MenuItem } from '@/ui/overlay/menu';
import { useAction } from '../feedback/use-action';
import { NameForm } from '../name-form';
import { RenameDialog } from '../rename-dialog';
import {
  deleteView,
  looksSame,
  MAX_VIEW_NAME,
  putView,
  savedViewsQuery,
  viewsOfPage,
  type SavedView,
  type ViewFormat,
} from './saved-views';

interface SavedViewsMenuProps<Shown> {
  format: ViewFormat<Shown>;
  /** What the page shows now. */
  shown: Shown;
  onApply: (shown: Shown) => void;
  isSmall: boolean;
}

/** Menu of the saved views of a page: opens, saves, renames and deletes them. */
export function SavedViewsMenu<Shown>({ format, shown, onApply, isSmall }: SavedViewsMenuProps<Shown>) {
  const { data: records = [] } = useQuery(savedViewsQuery());
  const views = viewsOfPage(format, records);
  const [dialog, setDialog] = useState<'save' | SavedView<Shown> | null>(null);
  const client = useQueryClient();
  const current = views.find((view) => looksSame(format, view.shown, shown));
  const remove = useAction({
    run: ({ id }: SavedView<Shown>) => deleteView(id),
    done: (_result, { name }) => ({ title: t('Deleted the view {name}', { name }) }),
    undo: (_result, view) => ({
      run: () => putView(format, view),
      failed: () => ({ title: t('Could not restore the view'), description: t(STORAGE_FAILED) }),
    }),
    failed: () => ({ title: t('Could not delete the view'), description: t(STORAGE_FAILED) }),
    stale: [client, LOCAL_SURFACE, 'changeViews'],
  });
  const rename = async (view: SavedView<Shown>, name: string) => {
    if (views.some((other) => other.id !== view.id && isSameName(other.name, name))) {
      throw new Error(t('Another view has this name.'));
    }
    await putView(format, { ...view, name });
    await markStale(client, LOCAL_SURFACE, 'changeViews');
  };
  const items: MenuItem[] = [
    ...views.map((view, index) => ({
      label: uniqueName(views, index),
      icon: view === current ? <Check /> : <Bookmark />,
      onSelect: () => onApply(view.shown),
    })),
    {
      label: t('Save view…'),
      icon: <BookmarkPlus />,
      onSelect: () => setDialog('save'),
      disabledReason: current ? t('It is saved as {name}.', { name: current.name }) : null,
    },
    ...(current
      ? [
          { label: t('Rename {name}…', { name: current.name }), icon: <Pencil />, onSelect: () => setDialog(current) },
          {
            label: t('Delete {name}', { name: current.name }),
            icon: <Trash2 />,
            onSelect: () => void remove.run(current),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('Saved views')}
            title={t('Saved views')}
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
        <SaveViewDialog format={format} views={views} shown={shown} onClose={() => setDialog(null)} />
      ) : dialog ? (
        <RenameDialog
          title={t('Rename view')}
          name={dialog.name}
          onRename={(name) => rename(dialog, name.slice(0, MAX_VIEW_NAME))}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}

const STORAGE_FAILED = msg('This browser could not change its storage. Try again.');

function isSameName(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

/** Two browsers may have saved views with the same name while they were offline. */
function uniqueName(views: readonly Pick<SavedView<unknown>, 'name'>[], index: number): string {
  const name = views[index]?.name ?? '';
  const before = views.slice(0, index).filter((view) => view.name === name).length;
  return before === 0 ? name : `${name} (${before + 1})`;
}

interface SaveViewDialogProps<Shown> {
  format: ViewFormat<Shown>;
  views: readonly SavedView<Shown>[];
  shown: Shown;
  onClose: () => void;
}

function SaveViewDialog<Shown>({ format, views, shown, onClose }: SaveViewDialogProps<Shown>) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const name = text.trim();
  const replaced = views.find((view) => isSameName(view.name, name));
  const save = useAction({
    run: (view: SavedView<Shown>) => putView(format, view),
    done: () => ({
      tone: 'ok',
      title: replaced ? t('Replaced the view {name}', { name }) : t('Saved the view {name}', { name }),
    }),
    failed: () => null,
    stale: [client, LOCAL_SURFACE, 'changeViews'],
  });
  const submit = async () => {
    if (name === '' || save.isPending) return;
    const { ok } = await save.run({ id: replaced?.id ?? crypto.randomUUID(), name, shown });
    if (ok) onClose();
    else setProblem(t('This browser could not store the view. The page is unchanged.'));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Save view')}
      description={t(
        'Keeps {page, select, jobs {filters, order and layout} other {filters and tile size}} {place, select, gateway {on this gateway, for all your browsers} other {in this browser}}.',
        { page: format.page, place: hasGateway() ? 'gateway' : 'browser' },
      )}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            isBusy={save.isPending}
            disabledReason={name === '' ? t('A name is required.') : null}
            onClick={() => void submit()}
          >
            {replaced ? t('Replace') : t('Save')}
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
