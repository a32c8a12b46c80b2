import type { ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import type { RunRecord, RunResponse } from '@/domains/model-calls/run-record';
import type { OfferedAction } from '@/shared/commands/action-table';
import { ResultToolbar } from '@/shared/result/result-toolbar';
import { Button } from '@/ui/button';
import { FILE_ACTIONS, type FileActionId } from './file-actions';
import { FileMarks } from './file-marks';
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

/** The same of a response with files. */
export function ResponseFileActions({ surface, run, response, compare, menu, media, onFileStaged }: FileActionsProps) {
  const { modelId } = run;
  const actions = useFileActions({ surface, modelId, media, onFileStaged });
  const { actionOf } = actions;
  return (
    <>
      <Details>
        <ResponseDetails response={response} modelId={modelId} isFree={run.isFree ?? false} />
        <FileStatus surface={surface} modelId={modelId} media={media} response={response} actions={actions} />
      </Details>
      <ResultToolbar marks={<FileMarks actions={actions} />} incomparable={compare.reason} onCompare={compare.run}>
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
