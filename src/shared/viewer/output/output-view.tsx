import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { DownloadLink } from '@/shared/files/download-link';
import { outputsOf } from '@/shared/files/outputs-of';
import { UseAsInputButton } from '@/shared/files/use-as-input-button';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { OpenLargeButton } from './open-large-button';
import { OutputBody, useOutputMedia } from './output-content';

interface OutputViewProps {
  surface: Surface;
  job: ListedJob;
  output: Output;
  isInDialog?: boolean;
  /** The wheel zooms an image without a modifier; off if the wheel must scroll the page. */
  takesWheel?: boolean;
  onOpenLarge?: () => void;
}

/** Large view of one output: name, details, actions and content. */
export function OutputView({
  surface,
  job,
  output,
  isInDialog = false,
  takesWheel = isInDialog,
  onOpenLarge,
}: OutputViewProps) {
  const shown = useOutputMedia(surface, output, isInDialog);
  const { address, problem } = shown.media;
  return (
    <>
      <div className="@container flex h-11 shrink-0 items-center gap-2 px-4 md:px-5">
        <span className="min-w-0 flex-1 truncate font-medium @min-[520px]:flex-initial" title={output.name}>
          {output.name}
        </span>
        <span className="hidden shrink-0 text-sm text-muted @min-[520px]:inline">{shown.details}</span>
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <ZoomControls zoom={shown.zoom} />
          {shown.kind === 'image' && onOpenLarge ? <OpenLargeButton onClick={onOpenLarge} /> : null}
          {problem === 'removed' || problem === 'gone' ? null : (
            <UseAsInputButton tone="ghost" size="icon-sm" surface={surface} file={output} />
          )}
          <DownloadLink
            surface={surface}
            url={address ?? (problem === 'unloadable' ? output.url : null)}
            file={{ ...output, job_id: job.id }}
            siblings={outputsOf([job])}
            tone="ghost"
            size="icon-sm"
          />
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-4 pb-4 md:px-5">
        <OutputBody surface={surface} output={output} shown={shown} takesWheel={takesWheel} />
      </div>
    </>
  );
}
