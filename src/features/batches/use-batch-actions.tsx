import { useState, type ReactNode } from 'react';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { renameBatch } from '@/domains/batches/batches';
import { removalObstacle } from '@/domains/batches/removal';
import { t } from '@/lib/i18n/messages';
import type { OfferedAction } from '@/shared/commands/action-table';
import { RenameDialog } from '@/shared/rename-dialog';
import { batchOffer, type BatchActionId } from './batch-actions';
import { DeleteDialog, StopDialog } from './batch-dialogs';
import { requestAction } from './request-action';

/** Where actions are offered. */
export interface ActionPlace {
  /** Cells that `Retry failed` runs again. */
  failed?: readonly number[];
  favoriteCount?: number;
  /** What only this place can do. Without its function, such an action is not offered. */
  own?: Readonly<Partial<Record<'run-favorites' | 'open-draft' | 'edit-sweep' | 'export', () => void>>>;
  onDeleted?: () => void;
}

export interface BatchActions {
  actionOf: (id: BatchActionId) => OfferedAction;
  /** What an action has opened. */
  dialog: ReactNode;
}

/** The actions on a batch, as buttons and menus show them, and their dialog. */
export function useBatchActions(
  batch: BatchEntry,
  { failed = [], favoriteCount = 0, own = {}, onDeleted }: ActionPlace = {},
): BatchActions {
  const [opened, setOpened] = useState<'rename' | 'stop' | 'delete' | null>(null);
  // Also changes when a server is removed.
  const obstacle = useSurfaceList(() => removalObstacle(batch));
  const close = () => setOpened(null);
  const runs: Readonly<Record<BatchActionId, (() => void) | undefined>> = {
    retry: () => requestAction(batch.id, { kind: 'user_retry', cells: failed }),
    resume: () => requestAction(batch.id, { kind: 'user_resume' }),
    pause: () => requestAction(batch.id, { kind: 'user_pause' }),
    stop: () => setOpened('stop'),
    'run-favorites': own['run-favorites'],
    'open-draft': own['open-draft'],
    'edit-sweep': own['edit-sweep'],
    export: own.export,
    rename: () => setOpened('rename'),
    delete: () => setOpened('delete'),
  };
  const facts = { failedCount: failed.length, favoriteCount, obstacle };
  return {
    actionOf(id) {
      const run = runs[id];
      const offer = batchOffer(id, batch, facts);
      return { ...offer, isShown: offer.isShown && run !== undefined, run: () => run?.() };
    },
    dialog:
      opened === 'rename' ? (
        <RenameDialog
          title={t('Rename batch')}
          name={batch.title}
          onRename={(title) => renameBatch(batch.id, title)}
          onClose={close}
        />
      ) : opened === 'stop' ? (
        <StopDialog batch={batch} onClose={close} />
      ) : opened === 'delete' ? (
        <DeleteDialog batch={batch} onDeleted={onDeleted} onClose={close} />
      ) : null,
  };
}
