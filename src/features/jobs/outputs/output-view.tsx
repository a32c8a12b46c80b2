import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import { MAX_CLOSED_BYTES } from '@/domains/assets/closed-content-query';
import { useMediaUrl } from '@/domains/jobs/use-media-url';
import type { Surface } from '@/api/surface';
import { formatBytes } from '@/lib/format';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { formatOutputSize } from '@/shared/files/output-size';
import { DownloadLink } from '@/shared/files/download-link';
import { isMedia, outputKind } from '@/shared/files/output-kind';
import { UseAsInputButton } from '@/shared/files/use-as-input-button';
import { UnsupportedFile } from '@/shared/viewer/unsupported-file';
import { useZoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import type { Size } from '@/shared/viewer/view-model';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { Button } from '@/ui/button';
import { TWO_COLUMNS } from '../list/two-columns';
import { outputsOf } from '../selection/outputs-of';
import { OutputContent } from '@/shared/viewer/output/output-content';

interface OutputViewProps {
  surface: Surface;
  job: ListedJob;
  output: Output;
  isInDialog?: boolean;
  onOpenLarge?: () => void;
}

/** Large view of one output: name, details, actions and content. */
export function OutputView({ surface, job, output, isInDialog = false, onOpenLarge }: OutputViewProps) {
  const kind = outputKind(output);
  const { url, address, problem, onLoadError, onReadError, retry } = useMediaUrl(surface, output, isMedia(kind));
  const [size, setSize] = useState<Size | null>(null);
  const isWide = useMediaQuery(TWO_COLUMNS);
  const zoom = useZoom(kind === 'image' && problem === null ? size : null);
  useZoomKeys(zoom, isInDialog);
  const details = [size ? `${size.width} × ${size.height}` : null, formatOutputSize(output)].filter(Boolean);
  return (
    <>
      <div className="@container flex h-11 shrink-0 items-center gap-2 px-4 md:px-5">
        <span className="min-w-0 flex-1 truncate font-medium @min-[520px]:flex-initial" title={output.name}>
          {output.name}
        </span>
        <span className="hidden shrink-0 text-sm text-muted @min-[520px]:inline">{details.join(' · ')}</span>
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <ZoomControls zoom={zoom} />
          {kind === 'image' && onOpenLarge ? (
            <Button tone="ghost" size="icon-sm" aria-label="Open large" title="Open large" onClick={onOpenLarge}>
              <Maximize2 aria-hidden />
            </Button>
          ) : null}
          <UseAsInputButton tone="ghost" size="icon-sm" surface={surface} file={output} />
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
        {problem === 'gone' ? (
          <UnsupportedFile title="The file is gone">This file no longer exists on the server.</UnsupportedFile>
        ) : problem === 'too-large' ? (
          <UnsupportedFile title="Too large for a preview">
            {surface.name} does not sign its file URLs, so the page has to load all of a file to show it. This one is
            larger than {formatBytes(MAX_CLOSED_BYTES)}; download it to use it.
          </UnsupportedFile>
        ) : problem === 'unloadable' ? (
          <UnsupportedFile title="Preview failed" action={<Button onClick={retry}>Try again</Button>}>
            The server is unreachable, or this browser cannot display {output.content_type || 'this file type'}. The
            file itself is unchanged.
          </UnsupportedFile>
        ) : (
          <OutputContent
            surface={surface}
            output={output}
            url={url}
            address={address}
            kind={kind}
            zoom={zoom}
            takesWheel={isInDialog || isWide}
            onLoadError={onLoadError}
            onReadError={onReadError}
            onSize={setSize}
          />
        )}
      </div>
    </>
  );
}
