import { t } from '@/lib/i18n/messages';
import { PlacedImage } from '@/shared/viewer/placed-image';
import { PlacedVideo } from '@/shared/viewer/video/placed-video';
import type { ComparedFile, Comparison } from './comparison';

interface PlacedFileProps {
  file: Omit<ComparedFile, 'layer'>;
  /** `null` while it is not known. */
  url: string | null;
  /** Why it cannot be shown. */
  problem: string | null;
  position: number;
  comparison: Comparison;
  onError: () => void;
}

/** One of the compared images or videos, transformed by the shared zoom. */
export function PlacedFile({ file, url, problem, position, comparison, onError }: PlacedFileProps) {
  const { zoom, videos, noteSize } = comparison;
  if (problem !== null) {
    return <p className="absolute inset-0 flex items-center justify-center p-6 text-center text-muted">{problem}</p>;
  }
  if (!url) return null;
  const layer = {
    placement: zoom.placement,
    onSize: (size: { width: number; height: number }) => noteSize(file.key, size),
    onError,
  };
  if (file.kind === 'video') {
    return (
      <PlacedVideo
        key={url}
        name={t('Output {name}', { name: file.name })}
        url={url}
        group={videos}
        position={position}
        {...layer}
      />
    );
  }
  return (
    <PlacedImage
      key={url}
      src={url}
      alt={t('Output {name}', { name: file.name })}
      className={zoom.placement ? 'checkerboard' : undefined}
      {...layer}
    />
  );
}
