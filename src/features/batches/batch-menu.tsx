import { Ellipsis, TextCursorInput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { removeBatch, renameBatch } from '@/domains/batches/batches';
import { lostCells, removalObstacle } from '@/domains/batches/removal';
import { formatCount } from '@/lib/format';
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
          <Button tone="ghost" size="icon" aria-label={`More actions for ${batch.title}`} title="More">
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          ...items,
          { label: 'Rename…', icon: <TextCursorInput />, onSelect: () => setDialog('rename') },
          {
            label: 'Delete…',
            icon: <Trash2 />,
            tone: 'danger',
            disabledReason: removalObstacle(batch),
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'rename' ? (
        <RenameDialog
          title="Rename batch"
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
      failed: (error) => ({ title: 'The batch was not deleted', description: messageOf(error, 'Try again.') }),
    });
    if (ok) onDeleted?.();
  };
  const lost = lostCells(batch);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Delete ${batch.title}?`}
      description={[
        `Deletes the batch, its plan and its grid ${hasGateway() ? 'from all your browsers' : 'from this browser'}. Jobs, outputs and stars are kept.`,
        lost > 0
          ? `${formatCount(lost, 'job')} on a removed server may still run and cost money. Flowdeck can no longer read or cancel ${lost === 1 ? 'it' : 'them'}.`
          : null,
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" onClick={() => void remove()}>
            Delete batch
          </Button>
        </>
      }
    />
  );
}
