import { useEffect, useRef } from 'react';
import { classNames } from '@/lib/class-names';
import { placedStyle } from '../placed-image';
import type { Placement, Size } from '../view-model';
import type { VideoGroup } from './video-group';

interface PlacedVideoProps {
  /** Accessible name of the video. */
  name: string;
  url: string;
  group: VideoGroup;
  /** Its position in the group. */
  position: number;
  placement: Placement | null;
  onSize: (size: Size) => void;
  onError: () => void;
}

/** A video placed in a viewport and synchronized with a group. It has no captions. */
export function PlacedVideo({ name, url, group, position, placement, onSize, onError }: PlacedVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  // The group is not part of React, so each video is registered explicitly.
  useEffect(() => (video.current ? group.add(position, video.current) : undefined), [group, position]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
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
