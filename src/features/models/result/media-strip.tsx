import { t } from '@/lib/i18n/messages';
import { pathText } from '@/shared/json-tree/json-path';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { kindIcons } from '@/shared/files/kind-icon';
import { BlobImage } from '@/ui/blob-image';
import type { OutputMedia } from './parse/output-media';
import { mediaKind, mediaWord, shownKind } from './media-file';
import { isHeldBy } from '@/domains/models/fetch-result';

interface MediaStripProps {
  surface: Surface;
  media: readonly OutputMedia[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** All files of a response: first the results, then the secondary files. */
export function MediaStrip({ surface, media, chosen, onChoose }: MediaStripProps) {
  if (media.length < 2) return null;
  return (
    <ul aria-label={t('All files of the answer')} className="flex shrink-0 gap-2.5 overflow-x-auto px-4 py-2 md:px-5">
      {media.map((item, index) => {
        const word = `${mediaWord(item.contentType)} ${index + 1}`;
        return (
          <li key={pathText(item.path)}>
            <button
              type="button"
              aria-label={t(
                'Show {kind, select, image {image} video {video} audio {audio} text {text} json {json} source {source} scene {3d file} other {file}} {number}, {path}',
                { kind: shownKind(item.contentType), number: index + 1, path: pathText(item.path) },
              )}
              aria-current={index === chosen || undefined}
              title={pathText(item.path)}
              className="block w-18 rounded-md text-left"
              onClick={() => onChoose(index)}
            >
              <span
                className={classNames(
                  'flex h-12 w-18 items-center justify-center overflow-hidden rounded-md bg-hover text-faint [&_svg]:size-5',
                  index === chosen && 'outline-2 outline-offset-1 outline-accent',
                )}
              >
                <Miniature surface={surface} media={item} />
              </span>
              <span className="mt-1 block truncate text-xs text-muted">
                {item.isExtra ? pathText(item.path) : word}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Only shows what is already loaded: the strip fetches nothing from a provider. */
function Miniature({ surface, media: { source, contentType } }: { surface: Surface; media: OutputMedia }) {
  const kind = mediaKind(contentType);
  const className = 'checkerboard size-full object-cover';
  if (kind === 'image' && source.kind === 'bytes') return <BlobImage blob={source.blob} className={className} />;
  if (kind === 'image' && source.kind === 'link' && isHeldBy(surface, source.url)) {
    return <img src={source.url} alt="" loading="lazy" decoding="async" className={className} />;
  }
  return kindIcons[kind];
}
