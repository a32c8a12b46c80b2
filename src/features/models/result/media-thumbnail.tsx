import type { Surface } from '@/api/surface';
import { isHeldBy } from '@/domains/models/fetch-result';
import { kindIcons } from '@/shared/files/kind-icon';
import { BlobImage } from '@/ui/blob-image';
import { mediaKind } from './media-file';
import type { OutputMedia } from './parse/output-media';

/** Only shows what is already loaded: it fetches nothing from a provider. */
export function MediaThumbnail({ surface, media }: { surface: Surface; media: OutputMedia }) {
  const { source, contentType } = media;
  const kind = mediaKind(contentType);
  const className = 'checkerboard size-full object-cover';
  if (kind === 'image' && source.kind === 'bytes') return <BlobImage blob={source.blob} className={className} />;
  if (kind === 'image' && source.kind === 'link' && isHeldBy(surface, source.url)) {
    return <img src={source.url} alt="" loading="lazy" decoding="async" className={className} />;
  }
  return kindIcons[kind];
}
