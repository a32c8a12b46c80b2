import type { Output } from '@contract/jobs/schemas';
import { useMediaUrl } from '@/domains/jobs/use-media-url';
import type { Surface } from '@/api/surface';
import { PlacedVideo } from '@/shared/viewer/video/placed-video';
import { PlacedImage } from '@/shared/viewer/placed-image';
import { comparedKind } from './compare-model';
import { layerKey, type Comparison } from '@/shared/compare/use-comparison';

const PROBLEMS = {
  gone: 'File deleted on the server: ',
  unloadable: 'This browser could not show ',
  'too-large': 'Too large for a preview: ',
};

export interface ComparedLayerProps {
  surface: Surface;
  output: Output;
  place: number;
  comparison: Comparison;
}

/** One of the compared images or videos, transformed by the shared zoom. */
export function ComparedLayer({ surface, output, place, comparison: { zoom, films, noteSize } }: ComparedLayerProps) {
  const { url, problem, onLoadError } = useMediaUrl(surface, output);
  if (problem !== null) {
    return (
      <p className="absolute inset-0 flex items-center justify-center p-6 text-center text-muted">
        {PROBLEMS[problem]}
        {output.name}.
      </p>
    );
  }
  if (!url) return null;
  const layer = {
    placement: zoom.placement,
    onSize: (size: { width: number; height: number }) => noteSize(layerKey(surface, output), size),
    onError: onLoadError,
  };
  if (comparedKind(output) === 'video') {
    return <PlacedVideo key={url} name={`Output ${output.name}`} url={url} group={films} place={place} {...layer} />;
  }
  return (
    <PlacedImage
      key={url}
      src={url}
      alt={`Output ${output.name}`}
      className={zoom.placement ? 'checkerboard' : undefined}
      {...layer}
    />
  );
}
