import { useCallback } from 'react';
import { createObjectUrl } from '@/lib/files/object-url';

/** Image from memory. Its object URL lives exactly as long as the element shows it. */
export function BlobImage({ blob, alt = '', className }: { blob: Blob; alt?: string; className: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = createObjectUrl(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img ref={show} alt={alt} className={className} />;
}
