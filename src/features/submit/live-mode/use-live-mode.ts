import { useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { numberFromText } from '@contract/json/lossless';
import { useOutboxView } from '@/domains/outbox/outbox-store';
import { t, type Message } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { valueText } from '@/shared/fields/typed-text';
import { DRAFT_ACTIONS } from '../draft/draft-actions';
import type { DraftEditor } from '../draft/draft-editor';
import { useSession } from '../draft/session/session-context';
import type { SessionState } from '../draft/session-state';
import { nextSeed, withSeedMode } from '../draft/seed-control';
import { mayCostMoney } from '../draft/runs/costs';
import { runsDiffer, withoutDrawn } from '../draft/runs/sent-text';
import { lastSent } from '../draft/runs/sent-values';
import { jobFollower } from '../draft/runs/live-ports';
import type { LiveStore } from '../draft/runs/live-runs';
import type { LiveMode } from '../draft/runs/live-state';

export const LIVE_MODE_NAMES: Record<LiveMode, Message> = {
  repeat: DRAFT_ACTIONS['live-repeat'].label,
  change: DRAFT_ACTIONS['live-change'].label,
};

export function useLiveMode<T>(select: (store: LiveStore) => T): T {
  return useStore(useSession().runner.live.store, select);
}

export function useLiveModeActions() {
  const session = useSession();
  const client = useQueryClient();
  const { surface, editor } = session;
  const { live } = session.runner;

  const start = (mode: LiveMode, maxRuns: number | null) => {
    const last = lastSent(useOutboxView.getState().entries, editor.state.draft.id);
    const followJob = jobFollower(client, surface);
    live.start({ mode, maxRuns, last: last && asWritten(editor.state, last.workflowText), followJob });
    announce(t('{mode}: started', { mode: t(LIVE_MODE_NAMES[mode]) }));
  };

  /** Starts it, unless it has nothing to run or the user must set a limit first. */
  const request = (mode: LiveMode) => {
    if (mode === 'repeat' && !runsDiffer(editor.state)) live.refuse(mode);
    else if (!live.isOn && mayCostMoney(session)) live.ask(mode);
    else start(mode, null);
  };

  const randomize = () => {
    randomizeSeeds(editor);
    request('repeat');
  };

  const stop = () => {
    live.stop();
    announce(t('Live mode stopped'));
  };

  return { start, request, randomize, stop };
}

function asWritten(state: SessionState, sent: string): string {
  return withoutDrawn(state, state.wildcards ?? {}, sent, state.draft.fillIns);
}

/** Returns the keys of the seeds that a run can move. */
export function seedKeys({ state }: DraftEditor): string[] {
  return [...state.form.fields.values()].flatMap(({ key, kind }) => (kind === 'seed' ? [key] : []));
}

/** Draws new seeds, now and after each run. */
function randomizeSeeds(editor: DraftEditor): void {
  for (const key of seedKeys(editor)) {
    const field = editor.state.form.fields.get(key);
    const value = editor.state.values.get(key);
    if (!field || value === undefined) continue;
    editor.edit((state) => withSeedMode(state, key, 'randomize'));
    const seed = numberFromText(nextSeed(valueText(value), 'randomize', field.spec ?? {}));
    editor.resetValues([[key, seed]]);
  }
}
