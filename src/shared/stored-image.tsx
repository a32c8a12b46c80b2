import type { ReactNode } from 'react';
import { thumbnailUrl } from '@/api/jobs/thumbnail-url';
import { useMediaUrl, type MediaSource } from '@/api/jobs/use-media-url';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { useIsSeen } from '@/lib/use-is-seen';

interface StoredPictureProps {
  surface: Surface;
  source: MediaSource;
  /** Longest side of the small picture. */
  side: number;
  className?: string;
  /** Stands in its place until it is there, and where it cannot be shown. */
  children?: ReactNode;
}

/** The small picture of a file that a server holds, loaded when it comes into view. */
export function StoredImage({ surface, source, side, className, children }: StoredPictureProps) {
  const [isSeen, see] = useIsSeen();
  const { url, onLoadError } = useMediaUrl(surface, source, isSeen);
  if (!url) {
    return (
      <span ref={see} className="flex size-full items-center justify-center">
        {children}
      </span>
    );
  }
  return (
    <img
      ref={see}
      src={thumbnailUrl(surface, url, side)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={classNames('size-full', className)}
      onError={onLoadError}
    />
  );
}
