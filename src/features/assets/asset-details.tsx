import { useQuery } from '@tanstack/react-query';
import { Copy, Star, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedAsset } from '@/api/assets/asset-list';
import { imageSizeQuery } from '@/api/assets/image-size-query';
import { useMediaUrl } from '@/api/jobs/use-media-url';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDateTime } from '@/lib/format';
import { formatOutputSize } from '@/shared/output-size';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { useNow } from '@/lib/use-now';
import { copyText } from '@/shared/copy-text';
import { DownloadLink } from '@/shared/download-link';
import { UseAsInputButton } from '@/shared/use-as-input-button';
import { Button } from '@/ui/button';
import { AssetImage } from './asset-image';
import { MakerLink, NodeName } from './asset-source';
import { assetKind, assetName, heldFile, keptWords } from './asset-text';

const THUMB_DETAILS = 512;
const MINUTE_MS = 60_000;

interface AssetDetailsProps {
  surface: Surface;
  asset: ListedAsset;
  isStarred: boolean;
  onStar: (id: string, isStarred: boolean) => void;
  onKeep: (asset: ListedAsset) => void;
  onDelete: (asset: ListedAsset) => void;
}

/** One file: what it is, where it comes from, how long it stays, and what can be done with it. */
export function AssetDetails({ surface, asset, isStarred, onStar, onKeep, onDelete }: AssetDetailsProps) {
  const isPlayed = ['video', 'audio'].includes(assetKind(asset));
  const { url, address, onLoadError } = useMediaUrl(surface, asset, isPlayed);
  const name = assetName(asset);
  return (
    <div className="flex flex-col gap-4">
      <Preview surface={surface} asset={asset} url={url} onLoadError={onLoadError} />
      <div className="flex flex-wrap gap-2">
        <UseAsInputButton surface={surface} file={heldFile(asset)} tone="primary" isLabelled />
        <DownloadLink surface={surface} url={address} file={heldFile(asset)} size="icon" />
        <Button
          size="icon"
          aria-label={`Star ${name}`}
          aria-pressed={isStarred}
          title={isStarred ? 'Starred in this browser' : 'Star'}
          onClick={() => onStar(asset.id, !isStarred)}
        >
          <Star aria-hidden className={classNames(isStarred && 'fill-current text-warn')} />
        </Button>
        <Button
          size="icon"
          tone="danger"
          aria-label={`Delete ${name}`}
          title="Delete"
          disabledReason={asset.in_use ? IN_USE : null}
          onClick={() => onDelete(asset)}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      <Facts surface={surface} asset={asset} url={address} onKeep={onKeep} />
    </div>
  );
}

export const IN_USE = 'A job that has not finished reads this file.';

interface PreviewProps {
  surface: Surface;
  asset: ListedAsset;
  url: string | null;
  onLoadError: () => void;
}

function Preview({ surface, asset, url, onLoadError }: PreviewProps) {
  const kind = assetKind(asset);
  if (kind === 'video' && url) {
    return (
      // A film that a graph made has no captions to offer.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        controls
        loop
        playsInline
        preload="metadata"
        src={url}
        aria-label={assetName(asset)}
        className="max-h-80 w-full rounded-lg bg-canvas"
        onError={onLoadError}
      />
    );
  }
  if (kind === 'audio' && url) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <audio
        controls
        preload="metadata"
        src={url}
        aria-label={assetName(asset)}
        className="w-full"
        onError={onLoadError}
      />
    );
  }
  return (
    <div className="h-72 overflow-hidden rounded-lg border border-line">
      <AssetImage surface={surface} asset={asset} side={THUMB_DETAILS} className="object-contain" />
    </div>
  );
}

interface FactsProps {
  surface: Surface;
  asset: ListedAsset;
  url: string | null;
  onKeep: (asset: ListedAsset) => void;
}

const HASH_CHARS = 24;

function Facts({ surface, asset, url, onKeep }: FactsProps) {
  const now = useNow(MINUTE_MS);
  const isPicture = assetKind(asset) === 'picture' && url !== null;
  const size = useQuery({ ...imageSizeQuery(surface, { id: asset.id, url: url ?? '' }), enabled: isPicture });
  const kept = keptWords(asset, now);
  const { hash, job_id: jobId } = asset;
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-y-2 border-t border-line pt-3 [&_dt]:text-muted">
      {isPicture ? (
        <Fact name="Dimensions">
          {size.data ? `${size.data.width} × ${size.data.height}` : size.isPending ? '…' : '–'}
        </Fact>
      ) : null}
      <Fact name="Size">{formatOutputSize(asset)}</Fact>
      <Fact name="Type">{asset.content_type}</Fact>
      <Fact name={jobId ? 'Made' : 'Uploaded'}>{formatDateTime(Date.parse(asset.created_at))}</Fact>
      {jobId ? (
        <Fact name="By">
          <MakerLink surface={surface} jobId={jobId} title={asset.job_title} />
        </Fact>
      ) : null}
      {jobId && asset.node_id ? (
        <Fact name="Node">
          <NodeName surface={surface} jobId={jobId} nodeId={asset.node_id} />
        </Fact>
      ) : null}
      <Fact name="Kept">
        <span className={classNames(kept.isSoon && 'text-warn')}>{kept.text}</span>
        {asset.expires_at && hash ? (
          <button
            type="button"
            title={jobId ? 'Saves a copy that is kept after the job expires' : 'It then has no deadline'}
            className="ml-2 rounded text-accent hover:underline"
            onClick={() => onKeep(asset)}
          >
            Keep permanently
          </button>
        ) : null}
      </Fact>
      {asset.in_use ? <Fact name="In use">by a job that has not finished</Fact> : null}
      {hash ? (
        <Fact name="Hash">
          <CopiedText text={hash} name="Hash" />
        </Fact>
      ) : null}
      <Fact name="Id">
        <CopiedText text={asset.id} name="Id" />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function CopiedText({ text, name }: { text: string; name: string }) {
  return (
    <span className="flex items-center gap-1 font-mono text-sm" title={text}>
      <span className="min-w-0 truncate">{middleEllipsis(text, HASH_CHARS)}</span>
      <Button
        size="icon-sm"
        tone="ghost"
        className="-my-1.5"
        aria-label={`Copy the ${name.toLowerCase()}`}
        onClick={() => void copyText(text, name)}
      >
        <Copy aria-hidden />
      </Button>
    </span>
  );
}
