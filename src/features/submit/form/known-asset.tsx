import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import type { JsonObject } from '@contract/json/lossless';
import { assetIdOf, assetTextOf } from '@contract/workflow/asset-references';
import { isApiError } from '@/api/api-error';
import { assetQuery } from '@/domains/assets/asset-query';
import { THUMB_NODE } from '@/domains/jobs/thumbnail-url';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { MediaIcon, type HeldFile } from '@/shared/fields/media-field';
import { formatOutputSize } from '@/shared/files/output-size';
import { StoredImage } from '@/shared/files/stored-image';
import { useSession } from '../draft/session-context';

/** Details of a reference from the workflow, such as that of a previous job. @param reference `null` sends no request */
export function useKnownAsset(reference: JsonObject | null, noun: string): HeldFile | null {
  const { surface } = useSession();
  const assetId = reference && assetIdOf(reference);
  const { data, error, isPending } = useQuery({ ...assetQuery(surface, assetId ?? ''), enabled: assetId !== null });
  if (reference === null || assetId === null) return null;
  if (error) {
    const isGone = isApiError(error) && error.status === 404;
    return {
      name: isGone ? (fileNameIn(reference) ?? `Deleted ${noun}`) : `Could not check this ${noun}`,
      summary: isGone ? [] : ['It may still be there.'],
      thumbnail: <ImageOff aria-hidden className="size-6 text-faint" />,
    };
  }
  return {
    name: isPending ? 'Loading…' : (data?.file_path?.split('/').at(-1) ?? assetId),
    summary: data ? [formatOutputSize(data)] : [],
    thumbnail: data?.content_type.startsWith('image/') ? (
      <StoredImage surface={surface} source={data} side={THUMB_NODE} className="object-cover">
        <MediaIcon media="image" />
      </StoredImage>
    ) : null,
    details: <FileHash hash={data?.hash ?? null} />,
  };
}

function fileNameIn(reference: JsonObject): string | null {
  return assetTextOf(reference, 'file_path')?.split('/').at(-1) ?? null;
}

export function FileHash({ hash }: { hash: string | null }) {
  return hash ? <span className="font-mono text-xs text-faint">{middleEllipsis(hash, 22)}</span> : null;
}
