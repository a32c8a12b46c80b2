import type { RunRecord } from '@/domains/model-calls/run-record';
import { readRunBody, runModel, type RunRequest } from '@/domains/model-calls/runs';
import type { Surface } from '@/api/surface';
import type { ModelDetail } from '@contract/router/schemas';
import { readWildcardLists } from '@/domains/wildcards/wildcard-lists';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';
import { withDrawnLists } from './body-lists';

/** Returns the input with one value of each wildcard list that it names. Inputs of stored runs are drawn already. */
export async function drawnInput(bodyText: string): Promise<string> {
  return withDrawnLists(bodyText, await readWildcardLists());
}

/**
 * Starts a run with this input, exactly as it is. @returns the id of the run; `null` if it could not be stored, in which case nothing
 * is sent
 */
export async function startRun(
  surface: Surface,
  detail: ModelDetail,
  { bodyText, isFree, ranFrom }: Pick<RunRequest, 'bodyText' | 'isFree' | 'ranFrom'>,
): Promise<string | null> {
  const charges = detail.billing.charges_on_policy_rejection;
  const outcome = await runAction({
    run: () =>
      runModel(surface, {
        modelId: detail.id,
        bodyText,
        isFree,
        ranFrom,
        // Stored unchanged: unknown values count as charged.
        chargesOnPolicyRejection: typeof charges === 'string' ? charges : null,
      }),
    failed: () => ({
      isOfPage: true,
      title: t('The run was not sent'),
      description: t('This browser could not write it down. Is the disk of this device full?'),
    }),
  });
  return outcome.ok ? outcome.result : null;
}

/** Calls `act` with the stored input of a run, or says that there is none. */
export async function withStoredInput({ id }: Pick<RunRecord, 'id'>, act: (bodyText: string) => void): Promise<void> {
  await runAction({
    async run() {
      const bodyText = await readRunBody(id);
      if (bodyText === null) throw new Error('Not stored.');
      act(bodyText);
    },
    failed: () => ({
      tone: 'warn',
      isOfPage: true,
      title: t('The input is no longer stored in this browser'),
      description: t('The run and its result are unchanged. Enter the input in the form to run it again.'),
    }),
  });
}
