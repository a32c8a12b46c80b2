import { useEffect } from 'react';
import { useUploads } from '@/domains/assets/uploads-store';
import { useQueue } from '@/domains/gateway/use-queue';
import { ResumeQueueButton } from '@/shared/queue/resume-queue-button';
import { useEditor, useIncomingFiles, useSession } from '../draft/session-context';
import { usePartnerKeyState } from '../draft/runs/use-partner-classes';
import { obstacleOf } from '../draft/runs/live-ports';
import type { LiveState } from '../draft/runs/live-state';

const TITLES = { repeat: 'Repeating', change: 'Running on change' };

/** In the run bar while live mode is on: what it does, and what ends it. */
export function LiveStatus({ live }: { live: LiveState }) {
  const { surface } = useSession();
  const obstacle = useObstacle();
  const queue = useQueue(surface);
  const isPaused = queue?.state === 'paused' && live.phase.name === 'running';
  return (
    <div role="group" aria-label="Live mode" className="flex min-w-0 items-start gap-2">
      <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent motion-safe:animate-pulse" />
      <div className="min-w-0">
        <p>
          <span className="font-semibold text-text">{TITLES[live.mode]}:</span>{' '}
          <span className="tabular-nums">{isPaused ? 'the queue is paused.' : statusText(live, obstacle)}</span>{' '}
          {isPaused ? <ResumeQueueButton surface={surface} /> : null}
        </p>
        <p>
          {live.maxRuns === null ? '' : 'Each run may cost money. '}Stops when you leave this draft or close the tab.
        </p>
      </div>
    </div>
  );
}

function statusText({ mode, phase, runs, maxRuns, isKnown }: LiveState, obstacle: string | null): string {
  const count = maxRuns === null ? `run ${runs}` : `run ${runs} of ${maxRuns}`;
  if (phase.name === 'running') return `${count} in progress`;
  if (obstacle !== null) return obstacle.charAt(0).toLowerCase() + obstacle.slice(1);
  if (phase.name === 'submitting' || mode === 'repeat') return 'starting the next run';
  if (isKnown) return 'these inputs have run before, waits for another change';
  return runs === 0 ? 'waits for a change' : `${count} finished, waits for a change`;
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
