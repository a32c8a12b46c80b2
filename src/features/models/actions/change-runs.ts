import type { RunRecord } from '@/domains/model-calls/run-record';
import { actOnRun, amendRun, runModel } from '@/domains/model-calls/runs';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';

/** Stops, collects or sends a call under its own key. */
export async function continueRun(kind: 'user_stop' | 'user_ask' | 'user_send', { id }: RunRecord): Promise<void> {
  await runAction({ run: () => actOnRun(id, { kind }), failed: notSaved });
}

/** Calls the model a second time, under a new key. */
export async function runAnew(surface: Surface, run: RunRecord, bodyText: string): Promise<void> {
  const { modelId, chargesOnPolicyRejection, isFree = false } = run;
  await runAction({
    run: () => runModel(surface, { modelId, chargesOnPolicyRejection, isFree, bodyText }),
    failed: notSaved,
  });
}

/** Pins all of them, or unpins them if all are pinned. */
export async function pinRuns(runs: readonly RunRecord[]): Promise<void> {
  const isPinned = !runs.every((run) => run.isPinned);
  await runAction({
    run: () => Promise.all(runs.map(({ id }) => amendRun(id, { isPinned }))),
    failed: () => ({
      isOfPage: true,
      title: isPinned ? t('Could not pin the run') : t('Could not unpin the run'),
      description: t('This browser could not store it. The run and its result are unchanged. Try again.'),
    }),
  });
}

function notSaved() {
  return { isOfPage: true, title: t('Could not save the run'), description: t('Is the disk of this device full?') };
}
