import { Ellipsis, TextCursorInput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { removeBatch, renameBatch } from '@/domains/batches/batches';
import { lostCells, removalObstacle } from '@/domains/batches/removal';
import { t } from '@/lib/i18n/messages';
import { RenameDialog } from '@/shared/rename-dialog';
import { runAction } from '@/shared/feedback/action';
import { messageOf } from '@/lib/message-of';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Menu, type MenuItem } from '@/ui/overlay/menu';

interface BatchMenuProps {
  batch: BatchEntry;
  /** Shown above Rename and Delete. */
  items?: readonly MenuItem[];
  onDeleted?: () => void;
}

const NONE: readonly MenuItem[] = [];

export function BatchMenu({ batch, items = NONE, onDeleted }: BatchMenuProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  // Re-renders when a server is removed.
  useSurfaceList();
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        trigger={
          <Button
            tone="ghost"
            size="icon"
            aria-label={t('More actions for {title}', { title: batch.title })}
            title={t('More')}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          ...items,
          { label: t('Rename…'), icon: <TextCursorInput />, onSelect: () => setDialog('rename') },
          {
            label: t('Delete…'),
            icon: <Trash2 />,
            tone: 'danger',
            disabledReason: removalObstacle(batch),
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'rename' ? (
        <RenameDialog
          title={t('Rename batch')}
          name={batch.title}
          onRename={(title) => renameBatch(batch.id, title)}
          onClose={close}
        />
      ) : null}
      {dialog === 'delete' ? <DeleteDialog batch={batch} onDeleted={onDeleted} onClose={close} /> : null}
    </>
  );
}

interface DeleteDialogProps {
  batch: BatchEntry;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
}

function DeleteDialog({ batch, onDeleted, onClose }: DeleteDialogProps) {
  const remove = async () => {
    onClose();
    const { ok } = await runAction({
      run: () => removeBatch(batch.id),
      failed: (error) => ({ title: t('The batch was not deleted'), description: messageOf(error, t('Try again.')) }),
    });
    if (ok) onDeleted?.();
  };
  const lost = lostCells(batch);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Delete {title}?', { title: batch.title })}
      description={[
        hasGateway()
          ? t('Deletes the batch, its plan and its grid from all your browsers. Jobs, outputs and stars are kept.')
          : t('Deletes the batch, its plan and its grid from this browser. Jobs, outputs and stars are kept.'),
        lost > 0
          ? t(
              '{count, plural, one {# job on a removed server may still run and cost money. Flowdeck can no longer read or cancel it.} other {# jobs on a removed server may still run and cost money. Flowdeck can no longer read or cancel them.}}',
              { count: lost },
            )
          : null,
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="danger" onClick={() => void remove()}>
            {t('Delete batch')}
          </Button>
        </>
      }
    />
  );
}
