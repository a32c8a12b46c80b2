import { TITLE_LABEL } from '@contract/console/job-title';
import type { AppDeps } from '../deps';
import { assetBody } from '../assets/asset-body';
import { isExpired } from '../assets/find-asset';
import type { OperationHandler } from '../http/operation';
import { readLimit, rejectWith, single } from '../jobs/list-query';
import type { AssetFilter, AssetRecord } from '../storage/store';

type ListDeps = Pick<AppDeps, 'store' | 'clock' | 'sign'>;

const MAX_IDS = 100;
const MAX_TEXT = 200;

/**
 * `GET /console/assets`: all files of a caller, uploads and outputs, newest first. `origin` and `q` filter; `ids` requests specific
 * files instead and omits missing ones. The first page has counts. Outputs include the title of their job and the node that
 * produced them, if known.
 */
export const listAssets =
  (deps: ListDeps): OperationHandler =>
  async ({ query, caller: { owner }, origin }) => {
    const { assets: records } = deps.store;
    const now = deps.clock.now();
    const ids = single(query, 'ids');
    const page =
      ids === null
        ? await records.list({ ...readFilter(query), owner, now })
        : { assets: ownAssets(readIds(ids), owner, now, deps), next: null };
    const sources = sourcesOf(page.assets, owner, deps);
    const body = {
      assets: page.assets.map((asset) => ({
        ...assetBody(asset, origin, deps),
        ...sources.get(asset.id),
        in_use: records.isInUse(asset.id),
      })),
      ...(page.next === null ? {} : { next_cursor: `a${page.next.toString(36)}` }),
      ...(query.has('cursor') ? {} : { counts: records.count(owner, now) }),
    };
    return Response.json(body, { headers: { 'cache-control': 'no-store' } });
  };

/** Returns the sources by asset id; uploads have no entry. */
function sourcesOf(
  assets: readonly AssetRecord[],
  owner: string,
  deps: ListDeps,
): Map<string, { job_title?: string; node_id?: string }> {
  const { jobs } = deps.store;
  const made = assets.flatMap(({ id, jobId }) => (jobId === null ? [] : [{ id, jobId }]));
  const nodes = jobs.outputNodes(made.map(({ id }) => id));
  const titles = new Map<string, string>();
  for (const jobId of new Set(made.map((asset) => asset.jobId))) {
    const job = jobs.get(jobId);
    // A job of the trash owner is deleted.
    const title = job?.owner === owner ? job.labels[TITLE_LABEL]?.trim() : undefined;
    if (title) titles.set(jobId, title);
  }
  return new Map(
    made.map(({ id, jobId }) => {
      const title = titles.get(jobId);
      const node = nodes.get(id);
      return [id, { ...(title ? { job_title: title } : {}), ...(node ? { node_id: node } : {}) }];
    }),
  );
}

function ownAssets(ids: readonly string[], owner: string, now: number, deps: ListDeps): AssetRecord[] {
  return ids.flatMap((id) => {
    const asset = deps.store.assets.get(id);
    return asset && asset.owner === owner && !isExpired(asset, now) ? [asset] : [];
  });
}

function readFilter(query: URLSearchParams): Pick<AssetFilter, 'limit' | 'origin' | 'text' | 'before'> {
  const filter: Pick<AssetFilter, 'limit' | 'origin' | 'text' | 'before'> = {
    limit: readLimit(single(query, 'limit')),
  };
  const origin = single(query, 'origin');
  if (origin === 'uploads' || origin === 'outputs') filter.origin = origin;
  else if (origin !== null) rejectWith('origin must be uploads or outputs');
  const text = (single(query, 'q') ?? '').trim().replace(/^blake3:/i, '');
  if (text.length > MAX_TEXT) rejectWith(`q has at most ${MAX_TEXT} characters`);
  if (text !== '') filter.text = text;
  const cursor = single(query, 'cursor');
  if (cursor !== null) filter.before = readPlace(cursor);
  return filter;
}

function readPlace(cursor: string): number {
  const position = /^a[0-9a-z]{1,10}$/.test(cursor) ? Number.parseInt(cursor.slice(1), 36) : Number.NaN;
  return Number.isSafeInteger(position) ? position : rejectWith('cursor must be a next_cursor of this listing');
}

function readIds(text: string): string[] {
  const ids = text.split(',').filter((id) => id !== '');
  if (ids.length > MAX_IDS) rejectWith(`At most ${MAX_IDS} ids can be asked for`);
  return ids;
}
