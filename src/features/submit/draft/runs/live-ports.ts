import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import { isApiError } from '@/api/api-error';
import { jobQuery, type JobData } from '@/domains/jobs/job-query';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import type { OutboxState } from '@/domains/outbox/outbox-entry';
import { useOutboxView } from '@/domains/outbox/outbox-store';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { listOf, workflowText } from '../editor-state';
import type { DraftEditor } from '../draft-editor';
import { mayCostMoney } from './costs';
import type { DraftChecks } from './draft-checks';
import { waitingText } from './run-blockers';
import { seedTimingSetting } from '../seed-control';
import { moveSeedsBeforeRun, planRuns, withSeedsAfter, type RunPlan } from './plan-runs';
import { drawsValues } from './sent-text';
import type { LivePorts } from './live-runs';
import type { LiveStopReason } from './live-state';

/** What live mode uses of an open draft. */
interface LiveSession {
  editor: DraftEditor;
  surface: Surface;
  checks: DraftChecks;
}

/** Live mode of an open draft. */
export function sessionLivePorts(session: LiveSession, submit: (plan: RunPlan) => Promise<string | null>): LivePorts {
  return {
    draftId: session.editor.state.draft.id,
    look: () => ({ isBlocked: obstacleOf(session) !== null, costsMoney: mayCostMoney(session) }),
    text: () => workflowText(session.editor.state),
    plan() {
      moveSeedsBeforeRun(session.editor);
      const plan = planRuns(session.editor.state, 1, null, seedTimingSetting.get());
      const [text = ''] = plan.texts;
      const { state } = session.editor;
      return {
        plan,
        text,
        textAfter: withSeedsAfter(state, text, plan.seedsAfter),
        isDrawn: drawsValues(state),
      };
    },
    fingerprint: graphFingerprint,
    submit,
    followSubmission,
  };
}

/** Returns what live mode waits for before the next run; `null` if the draft can run. */
export function obstacleOf(session: Pick<LiveSession, 'editor' | 'checks'>): string | null {
  // Each run of live mode is a single one, whatever the count beside Run says.
  const first = session.checks.blockers().find(({ kind }) => kind !== 'too-many-runs');
  if (first) return waitingText(first);
  const { state } = session.editor;
  const hasList = Object.keys(state.lists).some((key) => listOf(state, key));
  return hasList ? t('waits: an input has several files') : null;
}

function followSubmission(
  entryId: string,
  onEnd: (end: { jobId: string } | { reason: LiveStopReason }) => void,
): () => void {
  return callOnce(onEnd, (report) => {
    const check = () => {
      const state = useOutboxView.getState().entries[entryId]?.state;
      const end = state && endOf(state);
      if (end) report(end);
    };
    // It may have ended before it is followed.
    queueMicrotask(check);
    return useOutboxView.subscribe(check);
  });
}

function endOf(state: OutboxState): { jobId: string } | { reason: LiveStopReason } | null {
  switch (state.name) {
    case 'submitted':
      return { jobId: state.jobId };
    case 'refused':
      return { reason: 'refused' };
    case 'canceled':
      return { reason: 'withdrawn' };
    case 'unsettled':
      return { reason: 'unsettled' };
    default:
      return null;
  }
}

/** Follows a job as the pages do: polled, and read at once when the event stream reports its end. */
export function jobFollower(client: QueryClient, surface: Surface) {
  return (jobId: string, onEnd: (reason: LiveStopReason | null) => void): (() => void) => {
    const observer = new QueryObserver<JobData>(client, jobQuery(surface, jobId));
    return callOnce(onEnd, (report) => {
      const check = () => {
        const { data, error } = observer.getCurrentResult();
        if (isApiError(error) && error.status === 404) report('lost');
        else if (data && !isActive(data.job.status)) report(reasonOf(data.job.status));
      };
      // A cached end is not reported again.
      queueMicrotask(check);
      return observer.subscribe(check);
    });
  };
}

/** Subscribes until the first report. Returns a function that stops it. */
function callOnce<T>(onEnd: (end: T) => void, subscribe: (report: (end: T) => void) => () => void): () => void {
  let isOver = false;
  let unsubscribe = () => {};
  const stop = () => {
    isOver = true;
    unsubscribe();
  };
  unsubscribe = subscribe((end) => {
    if (isOver) return;
    stop();
    onEnd(end);
  });
  return stop;
}

function reasonOf(status: string): LiveStopReason | null {
  if (status === 'succeeded') return null;
  if (status === 'failed' || status === 'canceled') return status;
  return 'lost';
}
