import { MAX_SEARCH_TEXT, MAX_SEARCH_WORDS, readSearchTerms, type SearchTerms } from '@contract/console/search-terms';
import { JOB_SORTS, type JobSort } from '@contract/console/job-sorts';
import { promptOf, workflowOf } from '../../jobs/search-fields';
import { readLabels, readLimit, readStatuses, rejectWith, rejectCursor, single } from '../../jobs/list-query';
import type { AppDeps } from '../../deps';
import type { JobSearch, SearchCursor } from '../../storage/search/job-search';

type Store = AppDeps['store'];

export interface SearchQuery {
  search: JobSearch;
  order: JobSort;
  limit: number;
  after: SearchCursor | undefined;
}

/**
 * Parses the query of `GET /console/jobs`: `q` (words that must all match, and
 * generation inputs such as `seed:42`), `status`, `from` and `to` (submission time,
 * milliseconds since the epoch), `ran` (minimum run time in milliseconds), `metadata[key]`, `prompt_of` and `workflow_of` (id of
 * a job that has the same prompt or workflow), `sort`, `limit`, `cursor`. @throws
 * HttpError `invalid_request` naming the parameter.
 */
export function readSearchQuery(query: URLSearchParams, owner: string, now: number, store: Store): SearchQuery {
  const order = readOrder(single(query, 'sort'));
  return {
    search: readSearch(query, owner, now, store),
    order,
    limit: readLimit(single(query, 'limit')),
    after: readPlace(single(query, 'cursor'), order),
  };
}

/** Parses the search criteria, without order and page. */
export function readSearch(query: URLSearchParams, owner: string, now: number, store: Store): JobSearch {
  const search: JobSearch = { owner, ...readTerms(single(query, 'q') ?? '') };
  const from = readTimestamp(query, 'from');
  const to = readTimestamp(query, 'to');
  const ran = readTimestamp(query, 'ran');
  const labels = readLabels(query);
  const statuses = single(query, 'status');
  if (from !== null) search.createdFrom = from;
  if (to !== null) search.createdBefore = to;
  if (ran !== null) search.ranOver = { ms: ran, now };
  if (labels) search.labels = labels;
  if (statuses !== null) search.statuses = readStatuses(statuses);
  const sample = single(query, 'prompt_of');
  if (sample !== null) {
    const needle = promptOf(sample, owner, store);
    search.inputs = [...(search.inputs ?? []), { field: 'prompt', needle }];
    // Nothing has the prompt of a job without one.
    if (needle === '') search.createdBefore = 0;
  }
  const original = single(query, 'workflow_of');
  if (original !== null) {
    const alike = workflowOf(original, owner, store);
    search.shape = alike?.shape ?? '';
    if (alike?.labels) search.labels = { ...alike.labels, ...labels };
    if (alike === null) search.createdBefore = 0;
  }
  return search;
}

/** Parses a timestamp, or a duration in milliseconds. */
export function readTimestamp(query: URLSearchParams, name: string): number | null {
  const text = single(query, name);
  if (text === null) return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : rejectWith(`${name} must be a whole number of milliseconds`);
}

/**
 * Serializes a cursor. It is valid for one order only. A title is written as its UTF-16 code units in hexadecimal, after an `x`.
 */
export function writeSearchCursor({ rank, seq }: SearchCursor, order: JobSort): string {
  return `${order}.${typeof rank === 'string' ? `x${toHex(rank)}` : rank}.${seq}`;
}

function readPlace(cursor: string | null, order: JobSort): SearchCursor | undefined {
  if (cursor === null) return undefined;
  const [, of, title, rank, seq] = /^(\w+)\.(?:x((?:[\da-f]{4})*)|(-?\d{1,16}))\.(\d{1,15})$/.exec(cursor) ?? [];
  const isTitle = order === 'title' || order === 'title_reversed';
  if (of !== order || (title !== undefined) !== isTitle) rejectCursor('cursor must be a next_cursor of this search');
  return { rank: title === undefined ? Number(rank) : fromHex(title), seq: Number(seq) };
}

function toHex(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units.map((unit) => unit.toString(16).padStart(4, '0')).join('');
}

function fromHex(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

function readOrder(text: string | null): JobSort {
  const order = JOB_SORTS.find((name) => name === (text ?? 'newest'));
  return order ?? rejectWith(`sort must be one of ${JOB_SORTS.join(', ')}`);
}

function readTerms(text: string): SearchTerms {
  if (text.length > MAX_SEARCH_TEXT) rejectWith(`q has at most ${MAX_SEARCH_TEXT} characters`);
  const terms = readSearchTerms(text);
  if (terms.words.length + terms.inputs.length > MAX_SEARCH_WORDS)
    rejectWith(`q has at most ${MAX_SEARCH_WORDS} words`);
  return terms;
}
