import type { ComponentProps } from 'react';
import { classNames } from '@/lib/class-names';
import { PIXEL_ZOOM, type Placement, type Size } from './view-model';

interface PlacedImageProps extends Omit<ComponentProps<'img'>, 'onLoad' | 'style'> {
  alt: string;
  placement: Placement | null;
  onSize?: (size: Size) => void;
}

/** Image placed in a viewport; until its size is known, it is centered and as large as fits. */
export function PlacedImage({ alt, placement, onSize, className, ...rest }: PlacedImageProps) {
  return (
    <img
      {...rest}
      alt={alt}
      decoding="async"
      draggable={false}
      className={classNames('absolute top-0 left-0 max-w-none object-contain', !placement && 'size-full', className)}
      style={placement ? placedStyle(placement) : undefined}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onSize?.({ width: naturalWidth, height: naturalHeight })
      }
    />
  );
}

export function placedStyle({ left, top, width, height, zoom }: Placement) {
  return {
    width,
    height,
    transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)`,
    imageRendering: zoom >= PIXEL_ZOOM ? ('pixelated' as const) : undefined,
  };
}
