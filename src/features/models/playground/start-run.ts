import { runModel, type RunRequest } from '@/domains/model-calls/runs';
import type { Surface } from '@/api/surface';
import type { ModelDetail } from '@contract/router/schemas';
import { showToast } from '@/shared/feedback/toasts';

/**
 * Starts a run for a click on Run. @returns the id of the run; `null` if it could not be stored, in which case nothing
 * is sent
 */
export async function startRun(
  surface: Surface,
  detail: ModelDetail,
  { bodyText, isFree, ranFrom }: Pick<RunRequest, 'bodyText' | 'isFree' | 'ranFrom'>,
): Promise<string | null> {
  const charges = detail.billing.charges_on_policy_rejection;
  try {
    return await runModel(surface, {
      modelId: detail.id,
      bodyText,
      isFree,
      ranFrom,
      // Stored unchanged: unknown values count as charged.
      chargesOnPolicyRejection: typeof charges === 'string' ? charges : null,
    });
  } catch {
    showToast({
      tone: 'bad',
      isOfPage: true,
      title: 'The run was not sent',
      description: 'This browser could not write it down. Is the disk of this device full?',
    });
    return null;
  }
}
