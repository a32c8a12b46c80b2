import { useCallback, type ComponentProps } from 'react';
import type { Preview } from '@/api/live/overlay';
import { createObjectUrl } from '@/lib/object-url';
import { previewBlob } from './preview-blob';

interface PreviewImageProps extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  preview: Preview;
  alt: string;
}

/** The newest preview. The one before stays on screen until this one is decoded, and its bytes are given back. */
export function PreviewImage({ preview, alt, ...rest }: PreviewImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const blob = previewBlob(preview);
      if (!blob) return undefined;
      const url = createObjectUrl(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [preview],
  );
  return <img {...rest} alt={alt} ref={show} />;
}
