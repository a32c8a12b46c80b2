import { CircleAlert, Play } from 'lucide-react';
import { isUnderWay, useUploads } from '@/api/assets/uploads-store';
import { isSettled } from '@/api/outbox/outbox-state';
import { latestEntryOf, useOutboxView } from '@/api/outbox/outbox-store';
import { classNames } from '@/lib/class-names';
import { formatCount } from '@/lib/format';
import { MOD_KEY } from '@/lib/platform';
import { EntryNotice } from '@/shared/outbox/entry-notice';
import { Button } from '@/ui/button';
import { Kbd } from '@/ui/kbd';
import { Spinner } from '@/ui/spinner';
import { RunForecast } from './run-forecast';
import { useEditor, useSession } from './session-context';
import { useFixes } from './use-problems';

interface RunBarProps {
  onRun: () => void;
}

/** The foot of the editor: what keeps the workflow from running, what is on its way, and Run. */
export function RunBar({ onRun }: RunBarProps) {
  const session = useSession();
  const fixes = useFixes();
  const isRunQueued = useEditor((state) => state.isRunQueued);
  const draftId = useEditor((state) => state.draft.id);
  const uploadIds = useEditor((state) => state.uploadIds);
  const coming = useUploads((state) => Object.values(uploadIds).filter((id) => isUnderWay(state.uploads[id])).length);
  const entry = useOutboxView((state) => latestEntryOf(state.entries, draftId));
  const isDurable = useOutboxView((state) => state.isDurable);
  const isSending = entry !== null && !isSettled(entry.state) && entry.state.name !== 'unsettled';
  const toFix =
    fixes.count > 0 ? `${formatCount(fixes.count, 'input')} ${fixes.isWrong ? 'to fix' : 'to fill in'}` : null;
  return (
    <footer className="flex shrink-0 flex-col gap-2 border-t border-line bg-panel px-4 py-2.5 md:px-5">
      {entry ? <EntryNotice surface={session.surface} entry={entry} /> : null}
      {isDurable === false ? (
        <p className="text-sm text-warn">
          This browser keeps no data here: if this page closes while a run is being sent, look into the job list before
          you send it again.
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex min-w-0 flex-1 items-center gap-2 text-sm text-muted">
          {isRunQueued ? (
            <>
              <Spinner className="size-3.5" />
              <span>The run starts when {coming > 1 ? 'the files are' : 'the file is'} there</span>
            </>
          ) : coming > 0 ? (
            <span>{formatCount(coming, 'file')} on the way</span>
          ) : isSending ? null : (
            <RunForecast surface={session.surface} />
          )}
        </div>
        {toFix && !isRunQueued ? (
          <button
            type="button"
            className={classNames(
              'flex items-center gap-1.5 rounded hover:underline',
              fixes.isWrong ? 'text-bad' : 'text-muted',
            )}
            onClick={onRun}
          >
            <CircleAlert aria-hidden className="size-4" />
            {toFix}
          </button>
        ) : null}
        {isRunQueued ? (
          <Button size="lg" onClick={() => session.cancelQueuedRun()}>
            Do not run
          </Button>
        ) : (
          <Button
            tone="primary"
            size="lg"
            isBusy={isSending}
            disabledReason={toFix ? `${toFix} before this can run.` : isSending ? 'This run is being sent.' : null}
            onClick={onRun}
          >
            {isSending ? null : <Play aria-hidden />}
            Run
            <Kbd className="max-md:hidden">{MOD_KEY === '⌘' ? '⌘↵' : 'Ctrl ↵'}</Kbd>
          </Button>
        )}
      </div>
    </footer>
  );
}
