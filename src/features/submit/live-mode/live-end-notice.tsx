import { Link } from '@tanstack/react-router';
import { CircleStop, Dices, X } from 'lucide-react';
import { useEffect } from 'react';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { Button, buttonClass } from '@/ui/button';
import { useSession } from '../draft/session/session-context';
import type { LiveEnd, LiveStopReason } from '../draft/runs/live-state';
import { seedKeys, useLiveModeActions } from './use-live-mode';

interface LiveEndNoticeProps {
  end: LiveEnd;
  /** Focuses the run button, since this notice disappears. */
  onLeave: () => void;
}

/** Says why live mode stopped or did not start, with what the user can do. */
export function LiveEndNotice({ end, onLeave }: LiveEndNoticeProps) {
  const { surface, editor, runner } = useSession();
  const { start, randomize } = useLiveModeActions();
  const { reason, mode, maxRuns, jobId } = end;
  const seeds = seedKeys(editor).length;
  const title = titleOf(end);
  const text = textOf(end, seeds);
  // It appears without an action of the user.
  useEffect(() => announce(`${title}. ${text}`), [title, text]);
  const isOfJob = reason === 'failed' || reason === 'canceled';
  return (
    <section
      aria-label={t('Live mode')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn bg-warn-soft px-3 py-2.5"
    >
      <CircleStop aria-hidden className="size-4 shrink-0 text-warn max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {reason === 'same' && seeds > 0 ? (
          <Button
            onClick={() => {
              randomize();
              onLeave();
            }}
          >
            <Dices aria-hidden />
            {seeds === 1 ? t('Randomize seed') : t('Randomize seeds')}
          </Button>
        ) : null}
        {reason === 'limit' && maxRuns !== null ? (
          <Button
            onClick={() => {
              start(mode, maxRuns);
              onLeave();
            }}
          >
            {t('Run {count} more', { count: maxRuns })}
          </Button>
        ) : null}
        {isOfJob && jobId !== null ? (
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId }}
            className={buttonClass({ tone: 'plain' })}
          >
            {t('Open job')}
          </Link>
        ) : null}
        <Button
          size="icon"
          tone="ghost"
          aria-label={t('Dismiss')}
          title={t('Dismiss')}
          onClick={() => {
            runner.live.dismiss();
            onLeave();
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
    </section>
  );
}

function titleOf({ mode, reason, runs }: LiveEnd): string {
  if (runs === 0) return reason === 'same' ? t('Not repeated: every run would be the same') : t('Nothing was started');
  return mode === 'repeat'
    ? t('Repeat stopped after {count, plural, one {# run} other {# runs}}', { count: runs })
    : t('Run on change stopped after {count, plural, one {# run} other {# runs}}', { count: runs });
}

function textOf({ reason, runs }: LiveEnd, seeds: number): string {
  if (reason !== 'same') return t(TEXTS[reason]);
  if (seeds === 0) return t(NO_SEED);
  return runs === 0 ? t('No seed changes after a run.') : t(TEXTS.same);
}

const NO_SEED = msg('This workflow has no seed that changes. Run on change starts a job whenever you edit an input.');

const TEXTS: Record<LiveStopReason, Message> = {
  same: msg('The next run would have the same inputs as an earlier one.'),
  limit: msg('This is the number of runs that you set.'),
  unlimited_cost: msg('Each run of this workflow may cost money. Start it again to set a number of runs.'),
  failed: msg('The last job failed. Nothing more was started.'),
  canceled: msg('The last job was canceled. Nothing more was started.'),
  lost: msg('The server no longer has the last job, so its outcome is unknown.'),
  refused: msg('The server rejected the last run. It created no job.'),
  withdrawn: msg('You canceled the last run before it was sent.'),
  unsettled: msg('It is unknown whether the last run was submitted. Decide that first.'),
  not_stored: msg('Could not save the run in this browser before sending it. Is its disk full?'),
  other_tab: msg('Live mode is on for this draft in another tab. Stop it there first.'),
};
