import { useQuery } from '@tanstack/react-query';
import { FileImage, ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { isApiError } from '@/api/api-error';
import { assetQuery } from '@/api/assets/asset-query';
import { THUMB_NODE } from '@/api/jobs/thumbnail-url';
import type { MediaAttachment } from '@/api/storage/draft';
import { formatBytes } from '@/lib/format';
import { formatOutputSize } from '@/shared/output-size';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { StoredImage } from '@/shared/stored-image';
import { BlobImage } from '@/ui/blob-image';
import { Button } from '@/ui/button';
import { MediaRow } from '@/ui/media-row';
import { useSession } from './session-context';

interface AttachedProps {
  media: MediaAttachment;
  onReplace: (() => void) | null;
  children?: ReactNode;
}

/** A file that was brought here: its small picture was made in this browser. */
export function Attached({ media, onReplace, children }: AttachedProps) {
  const measures = media.width === null ? null : `${media.width} × ${media.height}`;
  const isPreviewless = media.contentType.startsWith('image/') && media.width !== null && !media.thumbnail;
  return (
    <MediaRow
      picture={
        media.thumbnail ? (
          <BlobImage blob={media.thumbnail} className="size-full object-cover" />
        ) : (
          <FileImage aria-hidden className="size-6 text-faint" />
        )
      }
      name={media.name}
      facts={[measures, formatBytes(media.sizeBytes), isPreviewless ? 'too large to preview' : null]}
      actions={onReplace ? <Replace onReplace={onReplace} /> : null}
    >
      {children}
      <Hash hash={media.hash} />
    </MediaRow>
  );
}

/** A reference that came with the workflow, such as that of an earlier job. */
export function KnownAsset({ assetId, onReplace, noun }: { assetId: string; onReplace: () => void; noun: string }) {
  const { surface } = useSession();
  const { data, error, isPending } = useQuery(assetQuery(surface, assetId));
  if (error) {
    const isGone = isApiError(error) && error.status === 404;
    return (
      <MediaRow
        picture={<ImageOff aria-hidden className="size-6 text-faint" />}
        name={isGone ? `This ${noun} no longer exists` : `Could not check this ${noun}`}
        facts={[isGone ? 'It was deleted from the server. Choose another one.' : 'It may still be there.']}
        actions={<Replace onReplace={onReplace} />}
      />
    );
  }
  const isPicture = data?.content_type.startsWith('image/') ?? false;
  return (
    <MediaRow
      picture={
        data && isPicture ? (
          <StoredImage surface={surface} source={data} side={THUMB_NODE} className="object-cover">
            <FileImage aria-hidden className="size-6 text-faint" />
          </StoredImage>
        ) : (
          <FileImage aria-hidden className="size-6 text-faint" />
        )
      }
      name={isPending ? 'Loading…' : (data?.file_path?.split('/').at(-1) ?? assetId)}
      facts={data ? [formatOutputSize(data)] : []}
      actions={<Replace onReplace={onReplace} />}
    >
      <Hash hash={data?.hash ?? null} />
    </MediaRow>
  );
}

function Replace({ onReplace }: { onReplace: () => void }) {
  return (
    <Button size="sm" tone="ghost" className="-my-1" onClick={onReplace}>
      Replace
    </Button>
  );
}

function Hash({ hash }: { hash: string | null }) {
  return hash ? <span className="font-mono text-xs text-faint">{middleEllipsis(hash, 22)}</span> : null;
}
