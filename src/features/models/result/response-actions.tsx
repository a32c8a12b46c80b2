import type { ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { RATINGS } from '@/domains/annotations/job-annotation';
import type { RunRecord, RunResponse } from '@/domains/model-calls/run-record';
import { t } from '@/lib/i18n/messages';
import { StarToggle } from '@/shared/annotations/star-toggle';
import { useRatingKeys } from '@/shared/annotations/use-rating-keys';
import type { OfferedAction } from '@/shared/commands/action-table';
import { useCommands } from '@/shared/commands/use-commands';
import { ResultToolbar } from '@/shared/result/result-toolbar';
import { Button } from '@/ui/button';
import { Rating } from '@/ui/input/rating';
import { FILE_ACTIONS, type FileActionId } from './file-actions';
import { FileStatus } from './file-status';
import { MediaDownload } from './media-download';
import type { OutputMedia } from './parse/output-media';
import { ResponseDetails } from './response-details';
import { useFileActions } from './use-file-actions';

interface ResponseActionsProps {
  surface: Surface;
  run: RunRecord;
  response: RunResponse;
  /** Compares the run with the one before it. */
  compare: OfferedAction;
  /** Menu of the actions on the run. */
  menu: ReactNode;
}

/** What is known of a response, and what can be done with it. */
export function ResponseActions({ run, response, compare, menu }: Omit<ResponseActionsProps, 'surface'>) {
  return (
    <>
      <Details>
        <ResponseDetails response={response} modelId={run.modelId} isFree={run.isFree ?? false} />
      </Details>
      <ResultToolbar marks={null} incomparable={compare.reason} onCompare={compare.run}>
        {menu}
      </ResultToolbar>
    </>
  );
}

interface FileActionsProps extends ResponseActionsProps {
  /** The file on screen. */
  media: OutputMedia;
  onFileStaged: () => void;
}

const BUTTONS: readonly FileActionId[] = ['workflow', 'model'];
const STEPS = RATINGS.toReversed();

/** The same of a response with files. */
export function ResponseFileActions({ surface, run, response, compare, menu, media, onFileStaged }: FileActionsProps) {
  const { modelId } = run;
  const actions = useFileActions({ surface, modelId, media, onFileStaged });
  const { mark, rate, actionOf } = actions;
  const star = actionOf('star');
  useCommands({ star: { run: star.run } });
  useRatingKeys(rate);
  return (
    <>
      <Details>
        <ResponseDetails response={response} modelId={modelId} isFree={run.isFree ?? false} />
        <FileStatus surface={surface} modelId={modelId} media={media} response={response} actions={actions} />
      </Details>
      <ResultToolbar
        marks={
          <>
            <StarToggle
              tone="plain"
              size="icon"
              isStarred={mark.isStarred}
              isBusy={star.isBusy}
              place={t('Keeps the file in the gallery.')}
              onToggle={star.run}
            />
            <Rating aria-label={t('Rating')} steps={STEPS} value={mark.rating} onChange={rate} />
          </>
        }
        incomparable={compare.reason}
        onCompare={compare.run}
      >
        {BUTTONS.map((id) => {
          const { icon: Icon } = FILE_ACTIONS[id];
          const { label, isShown, isBusy, run: act } = actionOf(id);
          return isShown ? (
            <Button key={id} size="icon" aria-label={label} title={label} isBusy={isBusy} onClick={act}>
              {isBusy ? null : <Icon aria-hidden />}
            </Button>
          ) : null;
        })}
        <MediaDownload surface={surface} modelId={modelId} media={media} size="icon" />
        {menu}
      </ResultToolbar>
    </>
  );
}

function Details({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 px-4 pb-2 empty:hidden md:px-5">
      {children}
    </div>
  );
}
