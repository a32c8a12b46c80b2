import type { ListedAsset } from '@contract/console/schemas';
import { RESULT_TAG } from '@contract/jobs/schemas';
import { cellTitles } from '@contract/console/cell-titles';
import { formatDate } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import type { HeldFile } from '@/shared/dialog-requests/input-request';
import { outputKind, type OutputKind } from '@/shared/files/output-kind';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SOON_DAYS = 30;
const SHORT_ID = 8;

/** Returns the display name of the file: its name without folders, else its hash. */
export function assetName(asset: Pick<ListedAsset, 'id' | 'file_path' | 'hash'>): string {
  return asset.file_path?.split('/').at(-1) || (asset.hash ?? asset.id);
}

/**
 * Returns the job and the node of an output, such as "Blue reef" and " · Save image"; for other files, whether they were
 * uploaded or copied from the response of a model.
 */
export function sourceParts(
  asset: Pick<ListedAsset, 'job_id' | 'job_title' | 'node_id' | 'node_title' | 'tags'>,
): [string, string] {
  const { job_id: jobId, job_title: title, node_id: nodeId } = asset;
  if (!jobId) return [isModelResult(asset) ? t('Model result') : t('Uploaded'), ''];
  const node = asset.node_title ?? (nodeId ? t('node {nodeId}', { nodeId }) : null);
  return [title ?? t('Job {id}', { id: jobId.slice(0, SHORT_ID) }), node === null ? '' : ` · ${node}`];
}

/** Returns the values of the cell of a batch that made the file, which tell its files apart; `null` for other files. */
export function cellTitle({
  batch_id: batch,
  job_title: title,
}: Pick<ListedAsset, 'batch_id' | 'job_title'>): string | null {
  return batch !== undefined && title !== undefined ? (cellTitles([title]).cells[0] ?? null) : null;
}

/** Whether the gateway copied the file from the response of a model. */
export function isModelResult({ tags }: Pick<ListedAsset, 'tags'>): boolean {
  return tags?.includes(RESULT_TAG) === true;
}

/** Converts an asset to the type that is shared with outputs. */
export function heldFile(asset: ListedAsset): HeldFile {
  const { id, hash, content_type, size_bytes, url, url_expires_at, job_id, job_title, node_id, created_at } = asset;
  const file = { id, hash, name: assetName(asset), content_type, size_bytes, url, url_expires_at, job_id };
  return { ...file, job_title, node_id, made_at: created_at };
}

export function assetKind(asset: ListedAsset): OutputKind {
  return outputKind({ content_type: asset.content_type, name: assetName(asset), type: '' });
}

/** How an HTML page shows a file; `null` if it cannot. What could run as a page is shown as text. */
export function shownKind(asset: ListedAsset): 'image' | 'video' | 'audio' | 'text' | null {
  const kind = assetKind(asset);
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind;
  return kind === 'text' || kind === 'json' || kind === 'source' ? 'text' : null;
}

/** Returns how long the surface retains the asset, and whether it expires soon. */
export function retentionText(asset: Pick<ListedAsset, 'expires_at'>, now: number): { text: string; isSoon: boolean } {
  const end = asset.expires_at ? Date.parse(asset.expires_at) : Number.NaN;
  if (Number.isNaN(end)) return { text: t('never'), isSoon: false };
  const left = Math.max(0, end - now);
  if (left >= SOON_DAYS * DAY_MS) return { text: formatDate(end), isSoon: false };
  if (left >= DAY_MS) {
    const days = Math.floor(left / DAY_MS);
    return { text: t('{days, plural, one {in # day} other {in # days}}', { days }), isSoon: false };
  }
  const hours = Math.floor(left / HOUR_MS);
  return {
    text: hours === 0 ? t('in less than an hour') : t('{hours, plural, one {in # hour} other {in # hours}}', { hours }),
    isSoon: true,
  };
}
