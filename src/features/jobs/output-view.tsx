import { Download, FileQuestion, Maximize2, Scan, ZoomIn } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { useFreshUrl } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatBytes } from '@/lib/format';
import { UseAsInputButton } from '@/shared/use-as-input-button';
import { Button, buttonClass } from '@/ui/button';
import { outputKind } from '@/shared/output-kind';
import { TextOutput } from './text-output';

interface OutputViewProps {
  surface: Surface;
  output: Output;
  onOpenLarge?: () => void;
}

/**
 * One output, large, by what it is. Pictures, films, sounds and plain text are shown; everything else, and whatever could
 * run as a page, is a download and nothing more.
 */
export function OutputView({ surface, output, onOpenLarge }: OutputViewProps) {
  const { url, problem, onLoadError, retry } = useFreshUrl(surface, output);
  const [isActualSize, setIsActualSize] = useState(false);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const kind = outputKind(output);
  const facts = [size ? `${size.width} × ${size.height}` : null, formatBytes(output.size_bytes)].filter(Boolean);
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-2 px-4 md:px-5">
        <span className="truncate font-medium" title={output.name}>
          {output.name}
        </span>
        <span className="shrink-0 text-sm text-muted">{facts.join(' · ')}</span>
        <div className="ml-auto flex shrink-0 gap-1">
          {kind === 'picture' ? (
            <Button
              tone="ghost"
              size="icon-sm"
              aria-label={isActualSize ? 'Fit into the view' : 'Show actual size'}
              title={isActualSize ? 'Fit' : 'Actual size'}
              onClick={() => setIsActualSize(!isActualSize)}
            >
              {isActualSize ? <Scan aria-hidden /> : <ZoomIn aria-hidden />}
            </Button>
          ) : null}
          {kind === 'picture' && onOpenLarge ? (
            <Button tone="ghost" size="icon-sm" aria-label="Open large" title="Open large" onClick={onOpenLarge}>
              <Maximize2 aria-hidden />
            </Button>
          ) : null}
          <UseAsInputButton tone="ghost" size="icon-sm" surface={surface} file={output} />
          <DownloadLink url={url ?? (problem === 'unloadable' ? output.url : null)} output={output} />
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-4 pb-4 md:px-5">
        {problem === 'gone' ? (
          <Unshowable title="The file is gone">The surface no longer has the bytes of this output.</Unshowable>
        ) : problem === 'unloadable' ? (
          <Unshowable title="It could not be shown" action={<Button onClick={retry}>Try again</Button>}>
            Either the surface did not answer, or this browser cannot show{' '}
            {output.content_type || 'a file of this kind'}. The file itself is where it was.
          </Unshowable>
        ) : (
          <Content
            output={output}
            url={url}
            kind={kind}
            isActualSize={isActualSize}
            onLoadError={onLoadError}
            onSize={(width, height) => setSize({ width, height })}
            {...(onOpenLarge ? { onOpenLarge } : {})}
          />
        )}
      </div>
    </>
  );
}

interface ContentProps {
  output: Output;
  url: string | null;
  kind: ReturnType<typeof outputKind>;
  isActualSize: boolean;
  onLoadError: () => void;
  onSize: (width: number, height: number) => void;
  onOpenLarge?: () => void;
}

function Content({ output, url, kind, isActualSize, onLoadError, onSize, onOpenLarge }: ContentProps) {
  if (kind === 'download') {
    return (
      <Unshowable title={output.name}>
        {output.content_type || 'A file of unknown type'}, {formatBytes(output.size_bytes)}. Flowdeck does not open
        files of this kind; download it to use it.
      </Unshowable>
    );
  }
  if (!url)
    return <div role="status" aria-label="Renewing the address" className="flex-1 animate-pulse rounded-md bg-hover" />;
  switch (kind) {
    case 'picture': {
      const picture = (
        <img
          key={url}
          src={url}
          alt={`Output ${output.name}`}
          decoding="async"
          className={classNames(
            'checkerboard animate-arrive',
            isActualSize ? 'max-w-none' : 'absolute inset-0 m-auto max-h-full max-w-full object-contain',
          )}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onSize(naturalWidth, naturalHeight)}
          onError={onLoadError}
        />
      );
      if (isActualSize) return <ScrollArea label="Picture in actual size">{picture}</ScrollArea>;
      return onOpenLarge ? (
        <button
          type="button"
          className="relative min-h-0 flex-1 cursor-zoom-in"
          title="Open large"
          onClick={onOpenLarge}
        >
          {picture}
        </button>
      ) : (
        <div className="relative min-h-0 flex-1">{picture}</div>
      );
    }
    case 'video':
      return (
        // A film that a graph made has no captions to offer.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          key={url}
          controls
          loop
          playsInline
          preload="metadata"
          src={url}
          aria-label={`Output ${output.name}`}
          className="m-auto max-h-full min-h-0 max-w-full rounded-md bg-canvas"
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => onSize(videoWidth, videoHeight)}
          onError={onLoadError}
        />
      );
    case 'audio':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          key={url}
          controls
          preload="metadata"
          src={url}
          aria-label={`Output ${output.name}`}
          className="m-auto w-full max-w-120"
          onError={onLoadError}
        />
      );
    case 'text':
      return <TextOutput output={output} url={url} onLoadError={onLoadError} />;
  }
}

export function DownloadLink({ url, output }: { url: string | null; output: Output }) {
  if (!url) return null;
  return (
    <a
      href={url}
      download={output.name}
      // Content of another origin ignores `download`: it must not take the place of this page.
      target="_blank"
      rel="noreferrer"
      aria-label={`Download ${output.name}`}
      title="Download"
      className={buttonClass({ tone: 'ghost', size: 'icon-sm' })}
    >
      <Download aria-hidden />
    </a>
  );
}

function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}

function Unshowable({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center">
      <FileQuestion aria-hidden className="size-7 text-faint" />
      <p className="max-w-full truncate font-semibold">{title}</p>
      <p className="max-w-[48ch] text-muted">{children}</p>
      {action}
    </div>
  );
}
