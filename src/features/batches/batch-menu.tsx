import { Ellipsis } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { actionMenu } from '@/shared/commands/action-table';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { BATCH_ACTION_IDS, BATCH_ACTIONS, type BatchActionId } from './batch-actions';
import type { BatchActions } from './use-batch-actions';

interface BatchMenuProps {
  title: string;
  actions: BatchActions;
  /** Actions that have their own button beside the menu. */
  without?: readonly BatchActionId[];
}

const NONE: readonly BatchActionId[] = [];

export function BatchMenu({ title, actions: { actionOf, dialog }, without = NONE }: BatchMenuProps) {
  const ids = BATCH_ACTION_IDS.filter((id) => !without.includes(id));
  return (
    <>
      <Menu
        trigger={
          <Button tone="ghost" size="icon" aria-label={t('More actions for {title}', { title })} title={t('More')}>
            <Ellipsis aria-hidden />
          </Button>
        }
        items={actionMenu(BATCH_ACTIONS, ids, actionOf)}
      />
      {dialog}
    </>
  );
}
