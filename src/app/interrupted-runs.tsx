import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { canRetry } from '@/domains/model-calls/run-machine';
import { runPlace, type RunRecord } from '@/domains/model-calls/run-record';
import { resumeRuns } from '@/domains/model-calls/runs';
import { useRunsView } from '@/domains/model-calls/runs-store';
import { t } from '@/lib/i18n/messages';
import { dismissToast, showToast } from '@/shared/feedback/toasts';
import { takeNewRuns } from './new-runs';

/** Resumes model calls, and offers to fetch the results of calls that a closed tab or a crash interrupted, once per page. */
export function InterruptedRuns() {
  const router = useRouter();
  // Storage is read asynchronously, and not in response to an event.
  useEffect(() => {
    const open = (run: RunRecord) => void router.navigate(runPlace(run));
    const isShown = ({ surfaceId, modelId }: RunRecord) =>
      router.state.location.pathname === `/${surfaceId}/models/${modelId}`;
    void offerInterrupted(open, isShown);
  }, [router]);
  return null;
}

let isOffered = false;

/** @param isShown whether the page that is open says so already */
async function offerInterrupted(open: (run: RunRecord) => void, isShown: (run: RunRecord) => boolean): Promise<void> {
  if (isOffered) return;
  isOffered = true;
  await resumeRuns();
  const now = Date.now();
  const interrupted = Object.values(useRunsView.getState().records).filter(
    (run) =>
      run.state.name === 'collectable' &&
      run.state.why === 'interrupted' &&
      !run.isDismissed &&
      !isShown(run) &&
      canRetry(run, now),
  );
  const runs = takeNewRuns(interrupted);
  const [first] = runs.sort((left, right) => right.createdAt - left.createdAt);
  if (!first) return;
  const id = showToast({
    tone: 'warn',
    title:
      runs.length === 1
        ? t('1 call of {model} interrupted', { model: first.modelId })
        : t('{count, plural, one {# call} other {# calls}} of models interrupted', { count: runs.length }),
    description: runs.every(({ isFree }) => isFree)
      ? t('The model may have finished. Its result can be collected.')
      : t('The model may have finished and may have been charged. You can still get the result.'),
    action: { label: t('View run'), onSelect: () => open(first) },
    stays: true,
  });
  const unsubscribe = useRunsView.subscribe(({ records }) => {
    if (runs.some((run) => records[run.id]?.state.name === 'collectable')) return;
    dismissToast(id);
    unsubscribe();
  });
}
