import { useCallback, type ComponentProps } from 'react';
import type { Preview } from '@/api/live/merge-job';
import { isImage } from '@/domains/jobs/thumbnail-url';
import { createObjectUrl } from '@/lib/files/object-url';

interface PreviewImageProps extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  preview: Preview;
  alt: string;
}

/** The newest preview. The previous one stays visible until this one is decoded; then its memory is released. */
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

/** Returns the bytes of a preview, or `null` if it is not an image or not valid base64. */
function previewBlob(preview: Pick<Preview, 'content_type' | 'data_base64'>): Blob | null {
  if (!isImage(preview)) return null;
  try {
    const bytes = Uint8Array.from(atob(preview.data_base64), (character) => character.charCodeAt(0));
    return new Blob([bytes], { type: preview.content_type });
  } catch {
    return null;
  }
}
