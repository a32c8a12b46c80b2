import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { startBatch } from '@/domains/batches/batches';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { workflowText } from '../draft/editor-state';
import { useSession } from '../draft/session/session-context';
import { mayCostMoney } from '../draft/runs/costs';
import { partnerClassesOf } from '../draft/runs/partner-classes';
import { listsToDraw, withDrawnLists } from '../draft/runs/sent-text';
import { buildSweep, type SweepContext } from './plan/build-sweep';
import { readCap, readCount } from './plan/sweep-form';
import { closeSweep } from '../draft/sweep-request';
import { sweepFormOf } from './sweep-store';
import { sweepTitle } from './sweep-title';
import type { SweepServers } from './use-sweep';

/** Starts the planned sweep once, and opens the batch. */
export function useStartSweep(context: SweepContext, servers: SweepServers) {
  const session = useSession();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // A second press may come before the first one has rendered.
  const isBusy = useRef(false);

  const start = async () => {
    // As at the click: lists may have to be read.
    const { state } = session.editor;
    const { draft } = state;
    const form = sweepFormOf(draft.id);
    // The preview may be behind the last keystroke.
    const { plan, isReady, labels, count } = buildSweep(form, context);
    const limit = readCount(form.limit);
    const cap = mayCostMoney(session, servers.chosen) ? readCap(form) : undefined;
    if (isBusy.current || !plan || !isReady || limit === null || cap === null) return;
    isBusy.current = true;
    setStarting(true);
    setHasFailed(false);
    session.saving.keep();
    void session.saving.save();
    const text = workflowText(state);
    const batchId = await listsToDraw(state)
      .then((lists) =>
        startBatch(session.surface, {
          title: form.title?.trim() || sweepTitle(draft.title, labels),
          // Once for all jobs, which differ by their axes only.
          workflowText: withDrawnLists(state, text, lists),
          plan,
          limit,
          ...(cap === undefined ? {} : { cap }),
          surfaceIds: [session.surface, ...servers.chosen].map((surface) => surface.id),
          draftId: draft.id,
          needsPartnerKey: partnerClassesOf(state).length > 0,
          fillIns: draft.fillIns,
          ...(draft.sourceJobId === undefined ? {} : { sourceJobId: draft.sourceJobId }),
        }),
      )
      .catch(() => null);
    isBusy.current = false;
    setStarting(false);
    if (batchId === null) {
      setHasFailed(true);
      return;
    }
    announce(t('{count, plural, one {# job} other {# jobs}} started', { count }));
    closeSweep(session.editor);
    void navigate({ to: '/$surface/batches/$batchId', params: { surface: session.surface.id, batchId } });
  };
  return { start, isStarting, hasFailed };
}
