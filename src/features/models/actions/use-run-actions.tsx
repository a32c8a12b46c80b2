import { useState, type ReactNode } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { runsOf, useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { actionHandlers, actionMenu, type OfferedAction } from '@/shared/commands/action-table';
import { useCommands } from '@/shared/commands/use-commands';
import { copyText } from '@/shared/copy-text';
import type { MenuItem } from '@/ui/overlay/menu';
import { withStoredInput } from '../run/start-run';
import { useRoutersBeside } from '../run-on/routers-beside';
import { continueRun, pinRuns } from './change-runs';
import { requestIdOf, RUN_ACTION_IDS, RUN_ACTIONS, runOffer, type RunActionId } from './run-actions';
import { RunDialog, type OpenedAction } from './run-dialog';
import { saveRuns } from './save-runs';

const MINUTE_MS = 60_000;

/** Where actions are offered. */
interface ActionPlace {
  surface: Surface;
  /** Fills the form of its model with the input of a run. */
  onEdit: (run: RunRecord, bodyText: string) => void;
  onDeleted?: () => void;
}

export interface RunActions {
  actionOf: (id: RunActionId, runs: readonly RunRecord[]) => OfferedAction;
  /** What an action has opened. */
  dialog: ReactNode;
}

/** The actions on runs, as buttons and menus show them, and their dialog. */
export function useRunActions({ surface, onEdit, onDeleted }: ActionPlace): RunActions {
  const now = useNow(MINUTE_MS);
  const hasRouters = useRoutersBeside(surface).length > 0;
  const [opened, setOpened] = useState<OpenedAction | null>(null);
  const records = useRunsView((view) => view.records);
  const previousOf = (run: RunRecord) => {
    const runs = runsOf(records, run.surfaceId, run.modelId);
    return runs[runs.findIndex(({ id }) => id === run.id) + 1] ?? null;
  };
  const openWithInput = (id: OpenedAction['id'], run: RunRecord) =>
    void withStoredInput(run, (bodyText) => setOpened({ id, runs: [run], bodyText }));

  const runs: Readonly<Record<RunActionId, (runs: readonly RunRecord[]) => void>> = {
    stop: onSingle((run) => {
      const mayCharge = run.state.name === 'in_flight' || run.mayHaveRun;
      if (mayCharge) setOpened({ id: 'stop', runs: [run] });
      else void continueRun('user_stop', run);
    }),
    collect: onSingle((run) => void continueRun('user_ask', run)),
    try_again: onSingle((run) => void continueRun('user_ask', run)),
    send: onSingle((run) => void continueRun('user_send', run)),
    run_anew: onSingle((run) => openWithInput('run_anew', run)),
    edit: onSingle((run) => void withStoredInput(run, (bodyText) => onEdit(run, bodyText))),
    'other-models': onSingle((run) => openWithInput('other-models', run)),
    'other-server': onSingle((run) => openWithInput('other-server', run)),
    pin: (chosen) => void pinRuns(chosen),
    // Left to right in the order in which they ran; lists have the newest first.
    compare: (chosen) => {
      const [run, second] = chosen;
      const previous = run && !second ? previousOf(run) : null;
      setOpened({ id: 'compare', runs: [...chosen, ...(previous ? [previous] : [])].toReversed() });
    },
    export: (chosen) => void saveRuns(chosen),
    'copy-request-id': onSingle((run) => void copyText(requestIdOf(run) ?? '', t('Request ID'))),
    delete: (chosen) => setOpened({ id: 'delete', runs: chosen }),
  };
  const actionOf: RunActions['actionOf'] = (id, chosen) => ({
    ...runOffer(id, chosen, { now, hasRouters, previousOf }),
    run: () => runs[id](chosen),
  });
  return {
    actionOf,
    dialog: opened ? (
      <RunDialog
        surface={surface}
        opened={opened}
        actionOf={actionOf}
        onDeleted={onDeleted}
        onClose={() => setOpened(null)}
      />
    ) : null,
  };
}

/** Returns the menu of one run. @param without actions that have their own button beside the menu */
export function runMenu(run: RunRecord, { actionOf }: RunActions, without: readonly RunActionId[]): MenuItem[] {
  const ids = RUN_ACTION_IDS.filter((id) => !without.includes(id));
  return actionMenu(RUN_ACTIONS, ids, (id) => actionOf(id, [run]));
}

/** Offers the actions to shortcuts and palette. @param runsNow returns the runs when a key is pressed */
export function useRunKeys(runsNow: () => readonly RunRecord[], { actionOf }: RunActions): void {
  useCommands(
    actionHandlers(
      RUN_ACTION_IDS,
      (id) => RUN_ACTIONS[id].command,
      (id) => actionOf(id, runsNow()),
    ),
  );
}

function onSingle(act: (run: RunRecord) => void) {
  return ([run]: readonly RunRecord[]) => {
    if (run) act(run);
  };
}
