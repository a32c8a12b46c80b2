import type { ReactNode } from 'react';
import { thumbnailUrl } from '@/domains/jobs/thumbnail-url';
import { useMediaUrl, type MediaSource } from '@/domains/jobs/file-url';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { useIsSeen } from '@/lib/hooks/use-is-seen';

interface StoredImageProps {
  surface: Surface;
  source: MediaSource;
  /** Longest side of the thumbnail. */
  side: number;
  className?: string;
  /** Placeholder, shown until the image loads and if it cannot be shown. */
  children?: ReactNode;
}

/** Thumbnail of a file stored on a server; loaded when it scrolls into view. */
export function StoredImage({ surface, source, side, className, children }: StoredImageProps) {
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
