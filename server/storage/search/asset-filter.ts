import { assetKindOf } from '@contract/console/asset-kinds';
import { RESULT_TAG } from '@contract/jobs/schemas';
import type { AssetFilter, AssetRecord } from '../store';

/** The rules of a filter for one file. SQL has the same. */

type Origin = Pick<AssetRecord, 'jobId' | 'tags'>;

/** Whether a job or a model made it. */
export function isOutput(asset: Origin): boolean {
  return asset.jobId !== null || isModelResult(asset);
}

function isModelResult({ jobId, tags }: Origin): boolean {
  return jobId === null && tags.includes(RESULT_TAG);
}

/** Whether the file is of the origin, the kind and the time of the filter. */
export function isOfFilter(asset: AssetRecord, { origin, kind, createdFrom, createdBefore }: AssetFilter): boolean {
  const { filePath, createdAt, contentType } = asset;
  if (origin === 'models' && !isModelResult(asset)) return false;
  if ((origin === 'uploads' || origin === 'outputs') && isOutput(asset) !== (origin === 'outputs')) return false;
  if (kind && assetKindOf(contentType, filePath) !== kind) return false;
  return createdAt >= (createdFrom ?? -Infinity) && createdAt < (createdBefore ?? Infinity);
}

/** Whether the text is a part of the name of the file, or the beginning of its hash or of the id of its job. */
export function hasNameOrId({ filePath, blob, jobId }: AssetRecord, text: string): boolean {
  const wanted = asciiLower(text);
  return (
    asciiLower(filePath ?? '').includes(wanted) ||
    (blob?.startsWith(wanted) ?? false) ||
    (jobId?.startsWith(wanted) ?? false)
  );
}

/** Lowercases ASCII letters only, like `lower` of SQLite. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
