import { useEffect } from 'react';
import { useUploads } from '@/domains/assets/uploads-store';
import { useQueue } from '@/domains/gateway/use-queue';
import { msg, t } from '@/lib/i18n/messages';
import { ResumeQueueButton } from '@/shared/queue/resume-queue-button';
import { useEditor, useIncomingFiles, useSession } from '../draft/session/session-context';
import { usePartnerKeyState } from '../draft/session/use-partner-classes';
import { obstacleOf } from '../draft/runs/live-ports';
import type { LiveState } from '../draft/runs/live-state';

const TITLES = { repeat: msg('Repeating'), change: msg('Running on change') };

/** In the run bar while live mode is on: what it does, and what ends it. */
export function LiveStatus({ live }: { live: LiveState }) {
  const { surface } = useSession();
  const obstacle = useObstacle();
  const queue = useQueue(surface);
  const isPaused = queue?.state === 'paused' && live.phase.name === 'running';
  return (
    <div role="group" aria-label={t('Live mode')} className="flex min-w-0 items-start gap-2">
      <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent motion-safe:animate-pulse" />
      <div className="min-w-0">
        <p>
          <span className="font-semibold text-text">{t(TITLES[live.mode])}:</span>{' '}
          <span className="tabular-nums">{isPaused ? t('the queue is paused.') : statusText(live, obstacle)}</span>{' '}
          {isPaused ? <ResumeQueueButton surface={surface} /> : null}
        </p>
        <p>
          {live.maxRuns === null
            ? t('Stops when you leave this draft or close the tab.')
            : t('Each run may cost money. Stops when you leave this draft or close the tab.')}
        </p>
      </div>
    </div>
  );
}

function statusText({ mode, phase, runs, maxRuns, isKnown }: LiveState, obstacle: string | null): string {
  if (phase.name === 'running') {
    return maxRuns === null
      ? t('run {number} in progress', { number: runs })
      : t('run {number} of {count} in progress', { number: runs, count: maxRuns });
  }
  if (obstacle !== null) return obstacle;
  if (phase.name === 'submitting' || mode === 'repeat') return t('starting the next run');
  if (isKnown) return t('these inputs have run before, waits for another change');
  if (runs === 0) return t('waits for a change');
  return maxRuns === null
    ? t('run {number} finished, waits for a change', { number: runs })
    : t('run {number} of {count} finished, waits for a change', { number: runs, count: maxRuns });
}

/** Returns what live mode waits for, and lets it continue once that has changed. */
function useObstacle(): string | null {
  const session = useSession();
  useUploads(({ uploads }) => uploads);
  useIncomingFiles();
  usePartnerKeyState();
  const obstacle = useEditor(() => obstacleOf(session));
  // Keys and uploads are not part of the draft, whose changes live mode follows by itself.
  useEffect(() => {
    if (obstacle === null) session.runner.live.advance();
  }, [session, obstacle]);
  return obstacle;
}
