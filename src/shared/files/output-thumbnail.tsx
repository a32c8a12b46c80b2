import type { Output } from '@contract/jobs/schemas';
import { isImage } from '@/domains/jobs/thumbnail-url';
import type { Surface } from '@/api/surface';
import { kindIcons } from './kind-icon';
import { outputKind } from './output-kind';
import { StoredImage } from './stored-image';

/** Thumbnail of an image, or the icon of another file. @param side longest side of the thumbnail */
export function OutputThumbnail({ surface, output, side }: { surface: Surface; output: Output; side: number }) {
  if (!isImage(output)) return kindIcons[outputKind(output)];
  return (
    <StoredImage surface={surface} source={output} side={side} className="checkerboard object-cover">
      {kindIcons.image}
    </StoredImage>
  );
}
