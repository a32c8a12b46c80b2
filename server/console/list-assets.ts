import { ASSET_KINDS } from '@contract/console/asset-kinds';
import { BATCH_LABEL, batchIdOfLabel, TITLE_LABEL } from '@contract/console/job-title';
import { MAX_SEARCH_TEXT, readSearchTerms, type InputTerm } from '@contract/console/search-terms';
import type { AppDeps } from '../deps';
import { assetBody } from '../assets/asset-body';
import { isExpired } from '../assets/asset-records';
import type { OperationHandler } from '../http/operation';
import { readLimit, rejectWith, single } from '../jobs/list-query';
import { promptOf, workflowOf } from '../jobs/search-fields';
import { hasNameOrId, isOfFilter } from '../storage/search/asset-filter';
import type { AssetFilter, AssetRecord } from '../storage/store';
import { readTimestamp } from './jobs/search-query';
import { OutputNodeNames } from './output-node-names';

type ListDeps = Pick<AppDeps, 'store' | 'clock' | 'sign' | 'engine'>;

const MAX_IDS = 100;

/**
 * `GET /console/assets`: all files of a caller, uploads and outputs, newest first. Filters: `origin`, with `models` for the outputs of models alone; `kind`; `from` and `to`
 * (creation, milliseconds since the epoch); `q`, part of the name, or words of the job as in the job list, with generation inputs such
 * as `seed:42`; `title`, the workflow of the job; `prompt_of` and `workflow_of`, the id of a job that has the same prompt or workflow.
 * `ids` requests specific files instead, those that the filters find, and omits missing ones. The first page has counts. Outputs
 * include the title and the batch of their job, and the id and the name of the node that produced them, if known.
 */
export function listAssets(deps: ListDeps): OperationHandler {
  const names = new OutputNodeNames(deps);
  return async ({ query, caller: { owner }, origin }) => {
    const { assets: records } = deps.store;
    const now = deps.clock.now();
    const ids = single(query, 'ids');
    const terms = readTerms(query);
    const made = await byJobs(query, terms, owner, deps);
    const filter = { ...readFilter(query), ...(await byText(terms, owner, deps)), ...made, owner, now };
    const page =
      ids === null
        ? await records.list(filter)
        : { assets: await findAmong(ownAssets(readIds(ids), owner, now, deps), filter, deps), next: null };
    const pending = countPending(query, terms, deps);
    const sources = await sourcesOf(page.assets, owner, { deps, names });
    const body = {
      assets: page.assets.map((asset) => ({
        ...assetBody(asset, origin, deps),
        ...sources.get(asset.id),
        in_use: records.isInUse(asset.id),
      })),
      ...(page.next === null ? {} : { next_cursor: `a${page.next.toString(36)}` }),
      ...(query.has('cursor') ? {} : { counts: records.count(owner, now) }),
      ...(pending > 0 ? { inputs_pending: pending } : {}),
    };
    return Response.json(body, { headers: { 'cache-control': 'no-store' } });
  };
}

interface Source {
  job_title?: string;
  batch_id?: string;
  node_id?: string;
  node_title?: string;
}

/** Returns the sources by asset id; uploads have no entry. */
async function sourcesOf(
  assets: readonly AssetRecord[],
  owner: string,
  { deps, names }: { deps: ListDeps; names: OutputNodeNames },
): Promise<Map<string, Source>> {
  const { jobs } = deps.store;
  const made = assets.flatMap(({ id, jobId }) => (jobId === null ? [] : [{ id, jobId }]));
  const nodes = jobs.outputNodes(made.map(({ id }) => id));
  const named = new Map<string, Source>();
  for (const jobId of new Set(made.map((asset) => asset.jobId))) {
    const job = jobs.get(jobId);
    // A job of the trash owner is deleted.
    if (job?.owner !== owner) continue;
    const title = job.labels[TITLE_LABEL]?.trim();
    const batch = batchIdOfLabel(job.labels[BATCH_LABEL]);
    named.set(jobId, { ...(title ? { job_title: title } : {}), ...(batch === null ? {} : { batch_id: batch }) });
  }
  const sources = new Map<string, Source>();
  for (const { id, jobId } of made) {
    const node = nodes.get(id);
    const name = node && named.has(jobId) ? await names.read(jobId, node) : null;
    sources.set(id, {
      ...named.get(jobId),
      ...(node ? { node_id: node } : {}),
      ...(name === null ? {} : { node_title: name }),
    });
  }
  return sources;
}

function ownAssets(ids: readonly string[], owner: string, now: number, deps: ListDeps): AssetRecord[] {
  return ids.flatMap((id) => {
    const asset = deps.store.assets.get(id);
    return asset && asset.owner === owner && !isExpired(asset, now) ? [asset] : [];
  });
}

/** Returns those of a few files that match the filter. */
async function findAmong(
  assets: readonly AssetRecord[],
  filter: AssetFilter,
  { store }: ListDeps,
): Promise<AssetRecord[]> {
  const { jobs, results, text = '', matchJobs, matchedResults } = filter;
  const seqOf = ({ jobId }: AssetRecord) => (jobId === null ? undefined : store.jobs.get(jobId)?.seq) ?? 0;
  const made = assets.filter(
    (asset) => isOfFilter(asset, filter) && (!jobs || jobs.has(seqOf(asset)) || results?.has(asset.id)),
  );
  if (text === '') return made;
  const found = await matchJobs?.(made.map(seqOf));
  return made.filter((asset) => hasNameOrId(asset, text) || found?.has(seqOf(asset)) || matchedResults?.has(asset.id));
}

/** Counts the jobs that the filter cannot find yet. */
function countPending(query: URLSearchParams, { inputs }: Terms, { store }: ListDeps): number {
  if (query.has('workflow_of')) return store.jobs.countWithoutShape();
  return inputs.length > 0 ? store.jobs.countWithoutSearchFields() : 0;
}

type Filter = Omit<AssetFilter, 'owner' | 'now'>;

function readFilter(query: URLSearchParams): Filter {
  const filter: Filter = { limit: readLimit(single(query, 'limit')) };
  const origin = single(query, 'origin');
  if (origin === 'uploads' || origin === 'outputs' || origin === 'models') filter.origin = origin;
  else if (origin !== null) rejectWith('origin must be uploads, outputs or models');
  const kind = single(query, 'kind');
  const known = ASSET_KINDS.find((one) => one === kind);
  if (known) filter.kind = known;
  else if (kind !== null) rejectWith(`kind must be one of ${ASSET_KINDS.join(', ')}`);
  const from = readTimestamp(query, 'from');
  const to = readTimestamp(query, 'to');
  if (from !== null) filter.createdFrom = from;
  if (to !== null) filter.createdBefore = to;
  const cursor = single(query, 'cursor');
  if (cursor !== null) filter.before = readPlace(cursor);
  return filter;
}

interface Terms {
  /** Part of a name, spaces included. */
  text: string;
  words: readonly string[];
  inputs: readonly InputTerm[];
}

function readTerms(query: URLSearchParams): Terms {
  const text = (single(query, 'q') ?? '').trim();
  if (text.length > MAX_SEARCH_TEXT) rejectWith(`q has at most ${MAX_SEARCH_TEXT} characters`);
  const { words, inputs } = readSearchTerms(text);
  return { text: (inputs.length > 0 ? words.join(' ') : text).replace(/^blake3:/i, ''), words, inputs };
}

async function byText(
  { text, words }: Terms,
  owner: string,
  { store }: ListDeps,
): Promise<Pick<AssetFilter, 'text' | 'matchJobs' | 'matchedResults'>> {
  if (text === '') return {};
  const terms = { words, inputs: [] };
  return {
    text,
    matchJobs: (seqs) => store.search.match(owner, seqs, terms),
    matchedResults: await store.assets.findResults(owner, terms),
  };
}

/** Finds the jobs and the model runs whose outputs are listed, if the filter is one for what made a file. */
async function byJobs(
  query: URLSearchParams,
  { inputs }: Terms,
  owner: string,
  { store }: ListDeps,
): Promise<Pick<AssetFilter, 'jobs' | 'results'>> {
  const title = single(query, 'title');
  const sample = single(query, 'prompt_of');
  const original = single(query, 'workflow_of');
  if (inputs.length === 0 && [title, sample, original].every((value) => value === null)) return {};
  const seqs = new Set<number>();
  const prompt = sample === null ? null : promptOf(sample, owner, store);
  const alike = original === null ? {} : workflowOf(original, owner, store);
  if (prompt === '' || alike === null) return { jobs: seqs };
  const search = {
    owner,
    words: [],
    inputs: [...inputs, ...(prompt === null ? [] : [{ field: 'prompt' as const, needle: prompt }])],
    ...alike,
    labels: { ...alike.labels, ...(title === null ? {} : { [TITLE_LABEL]: title }) },
  };
  await store.search.visit(search, { job: (times, index) => void seqs.add(times.seqs[index] ?? 0) });
  // Model runs have neither a workflow nor its title.
  const isOfRuns = title === null && original === null;
  return isOfRuns ? { jobs: seqs, results: await store.assets.findResults(owner, search) } : { jobs: seqs };
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
