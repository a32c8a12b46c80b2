import { Link } from '@tanstack/react-router';
import type { OutboxEntry } from '@/api/outbox/outbox-entry';
import { actOnEntry, dismissEntry, sendAsNew } from '@/api/outbox/outbox';
import { entryWords } from '@/api/outbox/entry-words';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { useNow } from '@/lib/use-now';
import { Button, buttonClass } from '@/ui/button';
import { Spinner } from '@/ui/spinner';

interface SubmissionNoticeProps {
  surface: Surface;
  entry: OutboxEntry;
  /** The title of the run, where the page does not already show it. */
  isTitled?: boolean;
}

const TICK_MS = 500;

const tones = {
  busy: 'border-line bg-panel',
  warn: 'border-warn bg-warn-soft',
  bad: 'border-bad bg-bad-soft',
  ok: 'border-line bg-ok-soft',
};

/** What became of an act of submitting, never more than is known, and what can be done now. */
export function SubmissionNotice({ surface, entry, isTitled = false }: SubmissionNoticeProps) {
  const now = useNow(TICK_MS);
  const words = entryWords(entry, surface.name, now);
  if (!words) return null;
  const { state } = entry;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-3 py-2.5',
        tones[words.tone],
      )}
    >
      {words.tone === 'busy' ? <Spinner className="text-muted" /> : null}
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">
          {isTitled ? <span>{entry.title}: </span> : null}
          {words.title}
        </p>
        {words.explanation ? <p className="text-sm text-muted">{words.explanation}</p> : null}
        {words.code ? <p className="font-mono text-xs text-faint">{words.code}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {state.name === 'waiting' || state.name === 'unknown' ? (
          <Button size="sm" onClick={() => void actOnEntry(entry.id, { kind: 'user_cancel' })}>
            {state.name === 'waiting' && !state.isProbe ? 'Cancel' : 'Stop looking'}
          </Button>
        ) : null}
        {state.name === 'unsettled' ? (
          <>
            <Link to="/$surface/jobs" params={{ surface: surface.id }} className={buttonClass({ size: 'sm' })}>
              Open jobs
            </Link>
            <Button size="sm" onClick={() => void actOnEntry(entry.id, { kind: 'user_look_again' })}>
              Look again
            </Button>
            <Button size="sm" tone="danger" onClick={() => void sendAsNew(surface, entry)}>
              Send as a new run
            </Button>
          </>
        ) : null}
        {state.name === 'submitted' ? (
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId: state.jobId }}
            className={buttonClass({ size: 'sm' })}
          >
            Open the job
          </Link>
        ) : null}
        {['unsettled', 'refused', 'canceled', 'submitted'].includes(state.name) ? (
          <Button size="sm" tone="ghost" onClick={() => void dismissEntry(entry.id)}>
            Put away
          </Button>
        ) : null}
      </div>
    </div>
  );
}
