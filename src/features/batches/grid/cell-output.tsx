import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useMediaUrl } from '@/domains/jobs/file-url';
import { classNames } from '@/lib/class-names';
import { dragSource } from '@/shared/drop/drag-source';
import { kindIcons } from '@/shared/files/kind-icon';
import { outputKind } from '@/shared/files/output-kind';
import { StoredImage } from '@/shared/files/stored-image';
import { useContent } from '@/shared/viewer/output/use-content';
import { CellNote } from './cell-note';
import type { GridFit } from './grid-view';

interface CellOutputProps {
  surface: Surface;
  output: Output;
  /** Side of the cell in pixels. */
  side: number;
  fit: GridFit;
}

const FITS = { contain: 'object-contain', cover: 'object-cover' };

/** Small view of an output: its image, the first frame of its video, the start of its text, or its kind and name. */
export function CellOutput(props: CellOutputProps) {
  return (
    <span className="block size-full" {...dragSource(props.surface, props.output)}>
      <SmallView {...props} />
    </span>
  );
}

function SmallView({ surface, output, side, fit }: CellOutputProps) {
  const kind = outputKind(output);
  const sign = <CellNote icon={kindIcons[kind]} text={output.name} />;
  switch (kind) {
    case 'image':
      return (
        <StoredImage
          surface={surface}
          source={output}
          // Physical pixels; the gateway has a few fixed sizes.
          side={Math.round(side * devicePixelRatio)}
          className={FITS[fit]}
        >
          {sign}
        </StoredImage>
      );
    case 'video':
      return <FirstFrame surface={surface} output={output} fit={fit} />;
    case 'text':
    case 'json':
    case 'source':
      return <FirstLines surface={surface} output={output} />;
    default:
      return sign;
  }
}

/** Plays while the pointer is on it. */
function FirstFrame({ surface, output, fit }: Omit<CellOutputProps, 'side'>) {
  const { url, problem, onLoadError } = useMediaUrl(surface, output);
  if (!url || problem) return <CellNote icon={kindIcons.video} text={output.name} />;
  return (
    <video
      src={url}
      muted
      loop
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden
      className={classNames('size-full', FITS[fit])}
      onError={onLoadError}
      onPointerEnter={({ currentTarget }) => void currentTarget.play().catch(() => {})}
      onPointerLeave={({ currentTarget }) => currentTarget.pause()}
    />
  );
}

const TEXT_BYTES = 600;

function FirstLines({ surface, output }: Pick<CellOutputProps, 'surface' | 'output'>) {
  const { address, problem, onReadError } = useMediaUrl(surface, output, false);
  const sign = <CellNote icon={kindIcons.text} text={output.name} />;
  if (!address || problem) return sign;
  return <LoadedLines surface={surface} url={address} onLoadError={onReadError} />;
}

function LoadedLines(file: { surface: Surface; url: string; onLoadError: () => void }) {
  const bytes = useContent({ ...file, maxBytes: TEXT_BYTES });
  return (
    <span className="block size-full overflow-hidden p-2 text-left font-mono text-xs wrap-anywhere whitespace-pre-wrap text-muted">
      {bytes ? new TextDecoder().decode(bytes) : null}
    </span>
  );
}
