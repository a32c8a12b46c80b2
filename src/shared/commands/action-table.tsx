import type { LucideIcon } from 'lucide-react';
import { ownKeys } from '@contract/typed-objects';
import type { Message } from '@/lib/i18n/messages';
import type { MenuItem } from '@/ui/overlay/menu';
import type { CommandId } from './command-keys';
import type { CommandHandler, CommandHandlers } from './mounted-commands';

/** A row of a table of actions. Menus, bars, shortcuts and palette read such a table, so that they agree (decision 108). */
export interface TableAction {
  label: Message;
  icon: LucideIcon;
  tone?: 'primary' | 'danger';
  /** The command whose keys run it. */
  command?: CommandId;
  /** Additional words for the search of the palette. */
  keywords?: Message;
  /** `one`: for a single thing only; `several`: only where several can be selected; absent: for any number. */
  count?: 'one' | 'several';
}

/** How an action is offered for what is chosen. */
export interface Offer {
  label: string;
  isShown: boolean;
  /** Why it does nothing now. */
  reason: string | null;
}

export interface OfferedAction extends Offer {
  run: () => void;
}

type ActionTable<Id extends string> = Readonly<Record<Id, TableAction>>;

interface BarAction<Id> extends OfferedAction {
  id: Id;
  icon: LucideIcon;
  tone: 'plain' | 'primary' | 'danger';
}

/** Returns the menu of one thing, in the order of the ids. */
export function actionMenu<Id extends string>(
  table: ActionTable<Id>,
  ids: readonly Id[],
  actionOf: (id: Id) => OfferedAction,
): MenuItem[] {
  return ids.flatMap((id): MenuItem[] => {
    const { count, icon: Icon, tone } = table[id];
    const { label, isShown, reason, run } = actionOf(id);
    if (!isShown || count === 'several') return [];
    return [
      {
        label,
        icon: <Icon />,
        tone: tone === 'danger' ? 'danger' : 'plain',
        disabledReason: reason,
        onSelect: run,
      },
    ];
  });
}

/** Returns what the bar of a selection shows, in the order of the table. */
export function barActions<Id extends string>(
  table: ActionTable<Id>,
  actionOf: (id: Id) => OfferedAction,
): BarAction<Id>[] {
  return ownKeys(table).flatMap((id) => {
    const { count, icon, tone = 'plain' } = table[id];
    const offered = actionOf(id);
    return offered.isShown && count !== 'one' ? [{ id, icon, tone, ...offered }] : [];
  });
}

/**
 * Returns handlers of the actions with keys.
 * @param actionOf called when a key is pressed or the palette opens, since it may go through everything that is selected
 */
export function actionHandlers<Id extends string>(
  ids: readonly Id[],
  commandOf: (id: Id) => CommandId | undefined,
  actionOf: (id: Id) => OfferedAction,
): CommandHandlers {
  const handlerOf = (id: Id): CommandHandler => ({
    run: () => actionOf(id).run(),
    isAvailable: () => actionOf(id).isShown,
    get disabledReason() {
      return actionOf(id).reason;
    },
  });
  return Object.fromEntries(
    ids.flatMap((id) => {
      const command = commandOf(id);
      return command ? [[command, handlerOf(id)]] : [];
    }),
  );
}
