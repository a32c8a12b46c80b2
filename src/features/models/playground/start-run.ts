import { runModel, type RunRequest } from '@/api/runs/runs';
import type { Surface } from '@/api/surface';
import type { ModelDetail } from '@contract/router/schemas';
import { showToast } from '@/shared/toasts';

/** One click on Run. @returns the id of the run; null where it could not be written down, so nothing is sent */
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
      // Kept as it came: what is not known counts as charged.
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
