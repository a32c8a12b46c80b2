import { useQuery, queryOptions } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { fetchContent } from '@/api/fetch-content';
import { useMediaUrl } from '@/domains/jobs/file-url';
import { operationKey, type Surface } from '@/api/surface';
import { lacksCapability, learn } from '@/api/surfaces/capability-record';
import { classNames } from '@/lib/class-names';
import { formatDateTime } from '@/lib/format';
import { IMAGE_HEAD_BYTES, readImageSize } from '@/lib/files/image-size';
import { t } from '@/lib/i18n/messages';
import { formatOutputSize } from '@/shared/files/output-size';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { useNow } from '@/lib/hooks/use-now';
import { copyText } from '@/shared/copy-text';
import { DownloadLink } from '@/shared/files/download-link';
import { UseAsInputButton } from '@/shared/files/use-as-input-button';
import { Button } from '@/ui/button';
import { LazyJobInputs } from '@/shared/generation-inputs/lazy-job-inputs';
import {
  ASSET_ACTIONS,
  assetAction,
  type AssetActionId,
  type AssetFacts,
  type RunAssetAction,
} from './actions/asset-actions';
import { AssetImage } from './asset-image';
import { assetKind, assetName, heldFile, isModelResult, retentionText } from './asset-text';
import { TileMenu } from './tile-menu';
import { Link } from '@tanstack/react-router';
import { jobQuery } from '@/domains/jobs/job-query';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';

const THUMB_DETAILS = 512;
const MINUTE_MS = 60_000;

interface AssetDetailsProps {
  surface: Surface;
  asset: ListedAsset;
  facts: AssetFacts;
  run: RunAssetAction;
}

/** Actions with a button; the others are in the menu. */
const BUTTONS: readonly AssetActionId[] = ['star', 'delete'];

/** Details of one file: its metadata, origin and retention, and its actions. */
export function AssetDetails({ surface, asset, facts, run }: AssetDetailsProps) {
  const isPlayed = ['video', 'audio'].includes(assetKind(asset));
  const { url, address, onLoadError } = useMediaUrl(surface, asset, isPlayed);
  const name = assetName(asset);
  return (
    <div className="flex flex-col gap-4">
      <Preview
        surface={surface}
        asset={asset}
        url={url}
        onOpen={() => run('open', [asset])}
        onLoadError={onLoadError}
      />
      <div className="flex flex-wrap gap-1.5">
        <UseAsInputButton surface={surface} file={heldFile(asset)} tone="primary" isLabelled />
        <DownloadLink surface={surface} url={address} file={heldFile(asset)} size="icon" />
        {BUTTONS.map((id) => {
          const { icon: Icon, tone } = ASSET_ACTIONS[id];
          const { label, reason, run: act } = assetAction(id, [asset], facts, run);
          const isOn = id === 'star' && facts.areStarred;
          return (
            <Button
              key={id}
              size="icon"
              tone={tone ?? 'plain'}
              aria-label={t('{action} {name}', { action: t(ASSET_ACTIONS[id].label).replace('…', ''), name })}
              aria-pressed={id === 'star' ? isOn : undefined}
              title={label}
              disabledReason={reason}
              onClick={act}
            >
              <Icon aria-hidden className={classNames(isOn && 'fill-current text-warn')} />
            </Button>
          );
        })}
        <TileMenu asset={asset} facts={facts} run={run} without={['input', ...BUTTONS]} className="size-8" />
      </div>
      {asset.job_id ? (
        <LazyJobInputs key={asset.job_id} surface={surface} jobId={asset.job_id} title={name} isBlock />
      ) : null}
      <Details surface={surface} asset={asset} url={address} run={run} />
    </div>
  );
}

interface PreviewProps {
  surface: Surface;
  asset: ListedAsset;
  url: string | null;
  onOpen: () => void;
  onLoadError: () => void;
}

function Preview({ surface, asset, url, onOpen, onLoadError }: PreviewProps) {
  const kind = assetKind(asset);
  if (kind === 'video' && url) {
    return (
      // Generated videos have no captions.
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
    <button
      type="button"
      aria-label={t('Open large: {name}', { name: assetName(asset) })}
      title={t(ASSET_ACTIONS.open.label)}
      className="h-72 overflow-hidden rounded-lg border border-line text-left hover:border-control"
      onClick={onOpen}
    >
      <AssetImage surface={surface} asset={asset} side={THUMB_DETAILS} className="object-contain" />
    </button>
  );
}

interface DetailsProps {
  surface: Surface;
  asset: ListedAsset;
  url: string | null;
  run: RunAssetAction;
}

const HASH_CHARS = 24;

function Details({ surface, asset, url, run }: DetailsProps) {
  const now = useNow(MINUTE_MS);
  const isImage = assetKind(asset) === 'image' && url !== null;
  const size = useQuery({ ...imageSizeQuery(surface, { id: asset.id, url: url ?? '' }), enabled: isImage });
  const kept = retentionText(asset, now);
  const { hash, job_id: jobId } = asset;
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-y-2 border-t border-line pt-3 [&_dt]:text-muted">
      {isImage ? (
        <Detail name={t('Dimensions')}>
          {size.data ? `${size.data.width} × ${size.data.height}` : size.isPending ? '…' : '–'}
        </Detail>
      ) : null}
      <Detail name={t('Size')}>{formatOutputSize(asset)}</Detail>
      <Detail name={t('Type')}>{asset.content_type}</Detail>
      <Detail name={jobId ? t('Created') : isModelResult(asset) ? t('Copied') : t('Uploaded')}>
        {formatDateTime(Date.parse(asset.created_at))}
      </Detail>
      {jobId ? (
        <Detail name={t('Job')}>
          <MakerLink surface={surface} jobId={jobId} title={asset.job_title} />
        </Detail>
      ) : null}
      {jobId && asset.node_id ? (
        <Detail name={t('Node')}>
          <span title={t('Node {id}', { id: asset.node_id })}>{asset.node_title ?? asset.node_id}</span>
        </Detail>
      ) : null}
      <Detail name={t('Expires')}>
        <span className={classNames(kept.isSoon && 'text-warn')}>{kept.text}</span>
        {asset.expires_at && hash ? (
          <button
            type="button"
            title={jobId ? t('Saves a copy that outlives the job') : t('Removes the expiry')}
            className="ml-2 rounded text-accent hover:underline"
            onClick={() => run('keep', [asset])}
          >
            {t(ASSET_ACTIONS.keep.label)}
          </button>
        ) : null}
      </Detail>
      {asset.in_use ? <Detail name={t('In use')}>{t('by a job that has not finished')}</Detail> : null}
      {hash ? (
        <Detail name={t('Hash')}>
          <CopiedText text={hash} name={t('Hash')} copyLabel={t('Copy the hash')} />
        </Detail>
      ) : null}
      <Detail name={t('ID')}>
        <CopiedText text={asset.id} name={t('ID')} copyLabel={t('Copy the ID')} />
      </Detail>
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function CopiedText({ text, name, copyLabel }: { text: string; name: string; copyLabel: string }) {
  return (
    <span className="flex items-center gap-1 font-mono text-sm" title={text}>
      <span className="min-w-0 truncate">{middleEllipsis(text, HASH_CHARS)}</span>
      <Button
        size="icon-sm"
        tone="ghost"
        className="-my-1.5"
        aria-label={copyLabel}
        onClick={() => void copyText(text, name)}
      >
        <Copy aria-hidden />
      </Button>
    </span>
  );
}

/** Width and height of a stored image, from its first bytes; `null` if unknown. */
function imageSizeQuery(surface: Surface, asset: { id: string; url: string }) {
  return queryOptions({
    queryKey: operationKey(surface, 'getAssetContent', 'size', asset.id),
    queryFn: async ({ signal }) => {
      if (lacksCapability(surface, 'ranges')) return null;
      const headers = { Range: `bytes=0-${IMAGE_HEAD_BYTES - 1}` };
      const response = await fetchContent(surface, asset.url, { headers, signal });
      if (response.ok) learn(surface, 'ranges', response.status === 206);
      if (response.status === 206) return readImageSize(new Uint8Array(await response.arrayBuffer()));
      // A surface without range requests would send the whole file.
      await response.body?.cancel();
      return null;
    },
    staleTime: Infinity,
    retry: false,
  });
}

interface MakerLinkProps {
  surface: Surface;
  jobId: string;
  /** Title in the asset list. */
  title: string | undefined;
}

/** Links to the job, with its title if known. */
function MakerLink({ surface, jobId, title }: MakerLinkProps) {
  const { data } = useQuery({ ...jobQuery(surface, jobId), staleTime: Infinity });
  return (
    <Link
      to="/$surface/jobs/$jobId"
      params={{ surface: surface.id, jobId }}
      className="rounded underline decoration-control underline-offset-3 hover:decoration-text"
    >
      {title ?? (data?.job.metadata?.[LABEL_TITLE]?.trim() || t('job {id}', { id: jobId.slice(0, 8) }))}
    </Link>
  );
}
