import { CircleAlert, Play, Server, Square } from 'lucide-react';
import { useId, type RefObject } from 'react';
import { isUploading, useUploads } from '@/domains/assets/uploads-store';
import { fillIn, runMoment } from '@/domains/drafts/fill-ins';
import { isInProgress, findShownEntry, useOutboxView } from '@/domains/outbox/outbox-store';
import { classNames } from '@/lib/class-names';
import { formatCount } from '@/lib/format';
import { EntryNotice } from '@/shared/outbox/entry-notice';
import { useRunOnItems } from '@/shared/run-on/use-run-on-items';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { useAriaKeys } from '@/shared/commands/key-labels';
import { ShortcutKbd } from '@/shared/commands/shortcut-kbd';
import { Spinner } from '@/ui/spinner';
import { LiveEndNotice } from '../live/live-end-notice';
import { LiveLimitDialog } from '../live/live-limit-dialog';
import { LiveStatus } from '../live/live-status';
import { LiveMenu } from '../live/live-menu';
import { useLiveActions, useLiveRuns } from '../live/use-live';
import { RunCount } from './run-count-control';
import { MAX_RUNS } from './run-count';
import { workflowText, listOf } from '../editor/editor-state';
import { firstRejected } from '../editor/workflow-problems';
import { LeftOutNotice } from './left-out-notice';
import { RunForecast } from './run-forecast';
import { SweepButton } from '../sweep/sweep-button';
import { useEditor, useIncomingFiles, useSession, useSettledEditor } from '../editor/session-context';
import { usePartnerKeyState } from './use-partner-classes';
import { useFixes } from '../editor/use-problems';
import type { FieldTarget } from '../editor/session-state';
import { WarningsButton } from './warnings-button';

interface RunBarProps {
  runButton: RefObject<HTMLButtonElement | null>;
  onRun: () => void;
  /** Focuses an input or a node. */
  onShow: (target: FieldTarget) => void;
  /** Focuses the first field or node that the server rejected. */
  onShowProblem: () => void;
  onAddKey: () => void;
}

/** A live mode that ends by itself turns Stop into Run, which a click meant for Stop must not press. */
const STOP_CLICK_MS = 1000;

/** Footer of the editor: the problems that block the workflow, the running uploads and submissions, and Run. */
export function RunBar({ runButton, onRun, onShow, onShowProblem, onAddKey }: RunBarProps) {
  const runKeys = useAriaKeys('run');
  const session = useSession();
  const fixes = useFixes();
  const isRunQueued = useEditor((state) => state.isRunQueued);
  const draftId = useEditor((state) => state.draft.id);
  const incoming = useIncomingFiles();
  const coming = useUploads(
    (state) => Object.values(incoming).filter(({ uploadId }) => isUploading(state.uploads[uploadId])).length,
  );
  const entry = useOutboxView((state) => findShownEntry(state.entries, draftId));
  const isDurable = useOutboxView((state) => state.isDurable);
  const placedRejection = useEditor((state) => state.placedRejection);
  const isRejected = useSettledEditor((state) => firstRejected(state) !== null);
  const isSending = entry !== null && isInProgress(entry);
  const needsComfyui = useEditor((state) => state.missingClasses.length > 0);
  const runOnItems = useRunOnItems(session.surface, () => {
    const state = session.store.getState();
    const { id, title, fillIns } = state.draft;
    return Promise.resolve({ text: fillIn(workflowText(state), fillIns, runMoment()), title, source: { draftId: id } });
  });
  const partnerKey = usePartnerKeyState();
  const total = useRunTotal();
  const leftOutId = useId();
  const isPartial = useEditor((state) => state.partialRun !== null);
  const live = useLiveRuns((store) => store.live);
  const asked = useLiveRuns((store) => store.asked);
  const ended = useLiveRuns((store) => store.ended);
  const { stop } = useLiveActions();
  const toFix =
    fixes.count > 0 ? `${formatCount(fixes.count, 'input')} ${fixes.isWrong ? 'to fix' : 'to fill in'}` : null;
  return (
    <footer className="flex shrink-0 flex-col gap-2 border-t border-line bg-panel px-4 py-2.5 md:px-5">
      {entry ? (
        <EntryNotice
          surface={session.surface}
          entry={entry}
          {...(entry.id === placedRejection ? { onShowProblem: isRejected ? onShowProblem : null } : {})}
        />
      ) : null}
      {isDurable === false ? (
        <p className="text-sm text-warn">
          Storage is unavailable. If you close this page while submitting, check the job list before you run again.
        </p>
      ) : null}
      <LeftOutNotice id={leftOutId} onShow={onShow} />
      {ended ? <LiveEndNotice end={ended} onLeave={() => runButton.current?.focus()} /> : null}
      {asked ? <LiveLimitDialog mode={asked} onClose={() => session.live.ask(null)} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <div className="flex min-w-0 flex-1 items-center gap-2 text-sm text-muted max-sm:basis-full max-sm:not-has-[:not(:empty)]:hidden">
          {live ? (
            <LiveStatus live={live} />
          ) : isRunQueued ? (
            <>
              <Spinner className="size-3.5" />
              <span>Starts when {coming > 1 ? 'uploads finish' : 'the upload finishes'}</span>
            </>
          ) : coming > 0 ? (
            <span>{formatCount(coming, 'file')} uploading</span>
          ) : isSending ? null : needsComfyui ? (
            <span className="text-warn">Needs ComfyUI, which is not connected. The draft is saved.</span>
          ) : partnerKey === 'missing' ? (
            <>
              <span className="text-warn">Partner nodes need a key.</span>
              <Button size="sm" onClick={onAddKey}>
                Add a key
              </Button>
            </>
          ) : (
            <span>
              <RunForecast surface={session.surface} />
              {partnerKey === 'session-token' ? (
                <span className="block text-warn">
                  A session token can expire while the job waits in the queue. An API key does not.
                </span>
              ) : null}
            </span>
          )}
        </div>
        {toFix && !isRunQueued && !live ? (
          <button
            type="button"
            className={classNames(
              'flex items-center gap-1.5 rounded hover:underline max-sm:mr-auto',
              fixes.isWrong ? 'text-bad' : 'text-muted',
            )}
            onClick={onRun}
          >
            <CircleAlert aria-hidden className="size-4" />
            {toFix}
          </button>
        ) : null}
        {isRunQueued || live ? null : <WarningsButton onShow={onShow} />}
        {runOnItems.length === 0 || isRunQueued || live ? null : (
          <LazyMenu
            trigger={
              <Button
                size="icon"
                aria-label="Choose another server"
                disabledReason={
                  coming > 0 ? 'Files are still uploading.' : toFix ? `${toFix} before this can run.` : null
                }
              >
                <Server aria-hidden />
              </Button>
            }
            items={runOnItems}
          />
        )}
        {live ? null : (
          <>
            <RunCount />
            <SweepButton />
          </>
        )}
        {isRunQueued ? (
          <Button size="lg" onClick={() => session.cancelQueuedRun()}>
            Cancel run
          </Button>
        ) : live ? (
          <Button ref={runButton} size="lg" onClick={stop}>
            <Square aria-hidden className="fill-current" />
            Stop
          </Button>
        ) : (
          <Button
            ref={runButton}
            tone="primary"
            size="lg"
            isBusy={isSending}
            disabledReason={
              needsComfyui
                ? 'This workflow needs ComfyUI, which is not connected.'
                : partnerKey === 'missing'
                  ? 'Add a key for the partner nodes first.'
                  : total > MAX_RUNS
                    ? `One click starts at most ${MAX_RUNS} runs.`
                    : toFix
                      ? `${toFix} before this can run.`
                      : isSending
                        ? 'Submitting…'
                        : null
            }
            aria-keyshortcuts={runKeys}
            aria-describedby={isPartial ? leftOutId : undefined}
            // Neither the second click of a double click nor a key that is held down submits again.
            onClick={(event) => (event.detail > 1 || session.live.hasJustEnded(STOP_CLICK_MS) ? undefined : onRun())}
            onKeyDown={(event) => (event.repeat ? event.preventDefault() : undefined)}
          >
            {isSending ? null : <Play aria-hidden />}
            {total === 1 ? 'Run' : `Run ${total}`}
            <ShortcutKbd id="run" className="max-md:hidden" />
          </Button>
        )}
        {isRunQueued ? null : <LiveMenu />}
      </div>
    </footer>
  );
}

/** Returns the number of jobs that the next click creates. */
function useRunTotal(): number {
  const count = useEditor((state) => state.runCount);
  const files = useEditor((state) => {
    const key = Object.keys(state.lists).find((candidate) => listOf(state, candidate));
    return key === undefined ? 1 : Math.max(1, state.lists[key]?.count ?? 1);
  });
  return count * files;
}
