import { useEffect, useRef } from 'react';
import { classNames } from '@/lib/class-names';
import { placedStyle } from '../placed-image';
import type { Placement, Size } from '../view-model';
import type { VideoGroup } from './video-group';

interface PlacedVideoProps {
  /** What it is called, for readers. */
  name: string;
  url: string;
  group: VideoGroup;
  /** Its place in the group. */
  place: number;
  placement: Placement | null;
  onSize: (size: Size) => void;
  onError: () => void;
}

/** A film in its place on a stage, played together with others. It has no captions to offer. */
export function PlacedVideo({ name, url, group, place, placement, onSize, onError }: PlacedVideoProps) {
  const film = useRef<HTMLVideoElement>(null);
  // The group is no part of React: it is told what is there.
  useEffect(() => (film.current ? group.add(place, film.current) : undefined), [group, place]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={film}
      src={url}
      aria-label={name}
      muted
      playsInline
      preload="auto"
      disablePictureInPicture
      className={classNames('absolute top-0 left-0 max-w-none object-contain', !placement && 'size-full')}
      style={placement ? placedStyle(placement) : undefined}
      onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) =>
        onSize({ width: videoWidth, height: videoHeight })
      }
      onError={onError}
    />
  );
}
