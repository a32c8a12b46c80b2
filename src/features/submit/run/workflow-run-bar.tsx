import { CircleAlert, Play, Square, TriangleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isPaused, isUploading, useUploads } from '@/domains/assets/uploads-store';
import { findShownEntry, isInProgress, useOutboxView } from '@/domains/outbox/outbox-store';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { EntryNotice } from '@/shared/outbox/entry-notice';
import { useRunOnItems } from '@/shared/run-on/use-run-on-items';
import { Button } from '@/ui/button';
import { useAriaKeys } from '@/shared/commands/key-labels';
import { ShortcutKbd } from '@/shared/commands/shortcut-kbd';
import { Spinner } from '@/ui/spinner';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import type { Surface } from '@/api/surface';
import { ResumeQueueButton } from '@/shared/queue/resume-queue-button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { LiveEndNotice } from '../live-mode/live-end-notice';
import { LiveLimitDialog } from '../live-mode/live-limit-dialog';
import { LiveStatus } from '../live-mode/live-status';
import { useLiveModeActions, useLiveMode } from '../live-mode/use-live-mode';
import { SameRunsNote } from './run-count-control';
import { blockerElsewhere, blockerMessage, formatInputsToFix } from '../draft/runs/run-blockers';
import { useRunBlockers, useRunTotal } from '../draft/session/use-blockers';
import { listsToDraw, sentText } from '../draft/runs/sent-text';
import { firstRejected } from '../draft/workflow-problems';
import { RunPrice } from '../prices/price-notes';
import { LeftOutNotice } from './left-out-notice';
import { StartOptions } from './start-options';
import { useEditor, useIncomingFiles, useSession, useSettledEditor } from '../draft/session/session-context';
import { usePartnerKeyState } from '../draft/session/use-partner-classes';
import type { FieldTarget } from '../draft/session-state';
import { useWarnings } from '../draft/session/use-problems';

interface RunBarProps {
  runButton: RefObject<HTMLButtonElement | null>;
  onRun: () => void;
  /** Focuses an input or a node. */
  onShow: (target: FieldTarget) => void;
  /** Focuses the first input to fix. */
  onFix: () => void;
  /** Focuses the first field or node that the server rejected. */
  onShowProblem: () => void;
  onAddKey: () => void;
  /** Shows the JSON of the workflow. */
  onShowJson: () => void;
}

/** A live mode that ends by itself turns Stop into Run, which a click meant for Stop must not press. */
const STOP_CLICK_MS = 1000;

/** Footer of the editor: the problems that block the workflow, the running uploads and submissions, and Run. */
export function RunBar({ runButton, onRun, onShow, onFix, onShowProblem, onAddKey, onShowJson }: RunBarProps) {
  const runKeys = useAriaKeys('run');
  const session = useSession();
  const blockers = useRunBlockers();
  const isRunQueued = useEditor((state) => state.isRunQueued);
  const draftId = useEditor((state) => state.draft.id);
  const incoming = useIncomingFiles();
  const coming = useUploads(({ uploads }) => {
    const states = Object.values(incoming).map(({ uploadId }) => uploads[uploadId]);
    return states.filter((state) => isUploading(state) && !isPaused(state)).length;
  });
  const entry = useOutboxView((state) => findShownEntry(state.entries, draftId));
  const isDurable = useOutboxView((state) => state.isDurable);
  const placedRejection = useEditor((state) => state.placedRejection);
  const isRejected = useSettledEditor((state) => firstRejected(state) !== null);
  const isSending = entry !== null && isInProgress(entry);
  const isConverted = useEditor((state) => state.draft.conversion?.problem === undefined);
  const others = useRunOnItems(session.surface, async () => {
    const { state } = session.editor;
    const { id, title } = state.draft;
    const lists = await listsToDraw(state);
    return { text: sentText(state, lists), title, source: { draftId: id } };
  });
  // Another server must not run a part of the file.
  const runOnItems = isConverted ? others : [];
  const partnerKey = usePartnerKeyState();
  const total = useRunTotal();
  const leftOutId = useId();
  const isPartial = useEditor((state) => state.partialRun !== null);
  const live = useLiveMode((store) => store.live);
  const asked = useLiveMode((store) => store.asked);
  const ended = useLiveMode((store) => store.ended);
  const { stop } = useLiveModeActions();
  const inputs = blockers.find((blocker) => blocker.kind === 'inputs');
  const paused = blockers.find(({ kind }) => kind === 'paused-uploads');
  const isWrong = inputs?.problems.some(({ severity }) => severity === 'error') === true;
  const [first] = blockers;
  const elsewhere = blockerElsewhere(blockers);
  // Run waits for the uploads.
  const obstacle = first && first.kind !== 'uploads' ? first : null;
  return (
    <footer className="border-t border-line bg-panel">
      {/* As wide as the form. */}
      <div className="mx-auto flex w-full max-w-[680px] flex-col gap-2 px-4 py-2.5">
        {entry ? (
          <EntryNotice
            surface={session.surface}
            entry={entry}
            {...(entry.id === placedRejection ? { onShowProblem: isRejected ? onShowProblem : null } : {})}
          />
        ) : null}
        {isDurable === false ? (
          <p className="text-sm text-warn">
            {t(
              'Storage is unavailable. If you close this page while submitting, check the job list before you run again.',
            )}
          </p>
        ) : null}
        <LeftOutNotice id={leftOutId} onShow={onShow} />
        {ended ? <LiveEndNotice end={ended} onLeave={() => runButton.current?.focus()} /> : null}
        {asked ? <LiveLimitDialog mode={asked} onClose={() => session.runner.live.ask(null)} /> : null}
        <div className="flex flex-wrap items-center justify-end gap-3">
          <div className="flex min-w-0 flex-1 basis-36 items-center gap-2 text-sm text-muted max-sm:basis-full max-sm:not-has-[:not(:empty)]:hidden">
            {live ? (
              <LiveStatus live={live} />
            ) : isRunQueued ? (
              <>
                {paused ? null : <Spinner className="size-3.5" />}
                <span>
                  {paused
                    ? blockerMessage(paused, session.surface.name)
                    : coming > 1
                      ? t('Starts when uploads finish')
                      : t('Starts when the upload finishes')}
                </span>
              </>
            ) : coming > 0 ? (
              <span>{t('{count, plural, one {# file} other {# files}} uploading', { count: coming })}</span>
            ) : isSending ? null : obstacle?.kind === 'partner-key' ? (
              <>
                <span className="text-warn">
                  {obstacle.why === 'locked'
                    ? t('The key for partner nodes is locked.')
                    : t('Partner nodes need a key.')}
                </span>
                <Button size="sm" onClick={onAddKey}>
                  {obstacle.why === 'locked' ? t('Unlock') : t('Add a key')}
                </Button>
              </>
            ) : obstacle?.kind === 'json' ? (
              <>
                <span className="text-warn">{blockerMessage(obstacle, session.surface.name)}</span>
                <Button size="sm" onClick={onShowJson}>
                  {t('Show JSON')}
                </Button>
              </>
            ) : obstacle && obstacle.kind !== 'inputs' ? (
              <span className={obstacle.kind === 'unread-workflow' ? undefined : 'text-warn'}>
                {blockerMessage(obstacle, session.surface.name)}
              </span>
            ) : (
              <span>
                <RunForecast surface={session.surface} canRun={obstacle === null} />
                {partnerKey === 'session-token' ? (
                  <span className="block text-warn">
                    {t('A session token can expire while the job waits in the queue. An API key does not.')}
                  </span>
                ) : null}
              </span>
            )}
          </div>
          {isRunQueued || live ? null : <RunPrice jobs={total} />}
          {inputs && !isRunQueued && !live ? (
            <button
              type="button"
              className={classNames(
                'flex items-center gap-1.5 rounded hover:underline max-sm:mr-auto',
                isWrong ? 'text-bad' : 'text-muted',
              )}
              onClick={onFix}
            >
              <CircleAlert aria-hidden className="size-4" />
              {formatInputsToFix(inputs.problems)}
            </button>
          ) : null}
          {isRunQueued || live ? null : <WarningsButton onShow={onShow} />}
          {isRunQueued || live ? null : <SameRunsNote className="max-w-56 max-lg:hidden" />}
          {isRunQueued ? (
            <Button size="lg" onClick={() => session.runner.cancelQueued()}>
              {t('Cancel run')}
            </Button>
          ) : (
            <div className="flex">
              {live ? (
                <Button ref={runButton} size="lg" className="rounded-e-none" onClick={stop}>
                  <Square aria-hidden className="fill-current" />
                  {t('Stop')}
                </Button>
              ) : (
                <Button
                  ref={runButton}
                  tone="primary"
                  size="lg"
                  className="rounded-e-none"
                  isBusy={isSending}
                  disabledReason={
                    obstacle ? blockerMessage(obstacle, session.surface.name) : isSending ? t('Submitting…') : null
                  }
                  aria-keyshortcuts={runKeys}
                  aria-describedby={isPartial ? leftOutId : undefined}
                  // Neither the second click of a double click nor a key that is held down submits again.
                  onClick={(event) =>
                    event.detail > 1 || session.runner.live.hasJustEnded(STOP_CLICK_MS) ? undefined : onRun()
                  }
                  onKeyDown={(event) => (event.repeat ? event.preventDefault() : undefined)}
                >
                  {isSending ? null : <Play aria-hidden />}
                  {total === 1 ? t('Run') : t('Run {count}', { count: total })}
                  <ShortcutKbd id="run" className="max-md:hidden" />
                </Button>
              )}
              <StartOptions
                runOnItems={runOnItems}
                runOnReason={elsewhere ? blockerMessage(elsewhere, session.surface.name) : null}
                onLeave={() => runButton.current?.focus()}
              />
            </div>
          )}
        </div>
      </div>
    </footer>
  );
}

/** Expected outcome of a run that is started now. @param canRun otherwise it tells only what holds for a later run, too */
function RunForecast({ surface, canRun }: { surface: Surface; canRun: boolean }) {
  const { data, isError } = useQuery(gatewayStatusQuery(surface));
  if (isError) {
    return (
      <span className="flex items-start gap-1.5 text-warn">
        <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
        {t('{name} is unreachable. Your run will be submitted once it is back.', { name: surface.name })}
      </span>
    );
  }
  if (!data) return null;
  if (!data.engine.isReady) {
    return (
      <span className="text-warn">
        {t('{reason}. Your run will wait in the queue.', {
          reason: data.engine.waitingReason ?? t('The engine is not ready'),
        })}
      </span>
    );
  }
  if (data.queue?.state === 'paused') {
    return (
      <span>
        <span className="text-warn">{t('Queue paused. Runs wait until you resume it.')}</span>{' '}
        <ResumeQueueButton surface={surface} />
      </span>
    );
  }
  if (!canRun) return null;
  const ahead = (data.jobs['queued'] ?? 0) + (data.jobs['running'] ?? 0) + (data.jobs['canceling'] ?? 0);
  return (
    <span>
      {ahead === 0 ? t('Starts immediately') : t('{count, plural, one {# job} other {# jobs}} ahead', { count: ahead })}
    </span>
  );
}

/** Counts what the server may reject or leave out, and leads to each of it. */
function WarningsButton({ onShow }: { onShow: (target: FieldTarget) => void }) {
  const warnings = useWarnings();
  if (warnings.length === 0) return null;
  return (
    <LazyMenu
      trigger={
        <button type="button" className="flex items-center gap-1.5 rounded text-warn hover:underline max-sm:mr-auto">
          <TriangleAlert aria-hidden className="size-4" />
          {t('{count, plural, one {# warning} other {# warnings}}', { count: warnings.length })}
        </button>
      }
      items={warnings.map((problem) => ({
        label: `${problem.location}, ${problem.message}`,
        onSelect: () => onShow(problem),
      }))}
    />
  );
}
