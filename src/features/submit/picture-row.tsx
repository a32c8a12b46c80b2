import { useQuery } from '@tanstack/react-query';
import { FileImage, ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { isApiError } from '@/api/api-error';
import { assetQuery } from '@/api/assets/asset-query';
import type { MediaAttachment } from '@/api/storage/draft';
import { formatBytes, middleEllipsis } from '@/lib/format';
import { Button } from '@/ui/button';
import { BlobImage } from './blob-image';
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
    <PictureRow
      picture={
        media.thumbnail ? (
          <BlobImage blob={media.thumbnail} className="size-full object-cover" />
        ) : (
          <FileImage aria-hidden className="size-6 text-faint" />
        )
      }
      name={media.name}
      facts={[measures, formatBytes(media.sizeBytes), isPreviewless ? 'too large to preview' : null]}
      hash={media.hash}
      onReplace={onReplace}
    >
      {children}
    </PictureRow>
  );
}

/** A reference that came with the workflow, such as that of an earlier job. */
export function KnownAsset({ assetId, onReplace, noun }: { assetId: string; onReplace: () => void; noun: string }) {
  const { surface } = useSession();
  const { data, error, isPending } = useQuery(assetQuery(surface, assetId));
  if (error) {
    const isGone = isApiError(error) && error.status === 404;
    return (
      <PictureRow
        picture={<ImageOff aria-hidden className="size-6 text-faint" />}
        name={isGone ? `This ${noun} is gone` : `The surface does not tell about this ${noun}`}
        facts={[isGone ? 'The surface no longer has it. Choose another one.' : 'It may still be there.']}
        hash={null}
        onReplace={onReplace}
      />
    );
  }
  const isPicture = data?.content_type.startsWith('image/') ?? false;
  return (
    <PictureRow
      picture={
        data && isPicture ? (
          <Thumbnail url={withThumb(data.url)} />
        ) : (
          <FileImage aria-hidden className="size-6 text-faint" />
        )
      }
      name={isPending ? 'Asking the surface' : (data?.file_path?.split('/').at(-1) ?? assetId)}
      facts={data ? [formatBytes(data.size_bytes)] : []}
      hash={data?.hash ?? null}
      onReplace={onReplace}
    />
  );
}

interface PictureRowProps {
  picture: ReactNode;
  name: string;
  facts: readonly (string | null)[];
  hash: string | null;
  onReplace: (() => void) | null;
  children?: ReactNode;
}

function PictureRow({ picture, name, facts, hash, onReplace, children }: PictureRowProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="checkerboard flex h-[76px] w-[104px] shrink-0 items-center justify-center overflow-hidden rounded-md">
        {picture}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold" title={name}>
            {name}
          </span>
          {onReplace ? (
            <Button size="sm" tone="ghost" className="-my-1" onClick={onReplace}>
              Replace
            </Button>
          ) : null}
        </div>
        <span className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
        {children}
        {hash ? <span className="font-mono text-xs text-faint">{middleEllipsis(hash, 22)}</span> : null}
      </div>
    </div>
  );
}

function Thumbnail({ url }: { url: string }) {
  return <img src={url} alt="" className="size-full object-cover" />;
}

function withThumb(url: string): string {
  const address = new URL(url);
  address.searchParams.set('thumb', '256');
  return address.href;
}
