import { compareRanks, type JobRank } from '@contract/console/job-ranks';
import type { JobSort } from '@contract/console/job-sorts';
import { rankAmongServers } from '@/domains/jobs/sort-jobs';
import type { FetchedJob } from '@/api/live/merge-job';
import { isRunning } from './pin-running';

/** Loaded part of one server's list. */
export interface MergeSource {
  surfaceId: string;
  /** In the server's order. */
  rows: readonly FetchedJob[];
  /**
   * Last loaded job, if the server has more after it in the same order; otherwise `null`. Also `null` if the merge does
   * not wait for the server because it is slow, fails, or cannot sort.
   */
  last: FetchedJob | null;
}

export interface MergedRow {
  surfaceId: string;
  fetched: FetchedJob;
}

export interface MergedRows {
  rows: readonly MergedRow[];
  /** Number of loaded jobs that are withheld, since a server may have jobs before them. */
  withheldCount: number;
  /** Server whose next page must be loaded first; `null` if there is none. */
  nextId: string | null;
}

interface RankedRow extends MergedRow {
  rank: JobRank;
  sourceIndex: number;
  index: number;
}

/**
 * Merges the lists of several servers, each loaded page by page. A job is shown once no server can have an unseen job
 * before it. Order: rank, then server, then position in the server's list; so the shown rows only grow at their end
 * while pages load. If a server's own order differs, for example after a clock change, no job is lost: its late rows
 * are inserted at their position.
 * @param pins whether running jobs come first, at any position
 */
export function mergeServers(sources: readonly MergeSource[], sort: JobSort, pins: boolean): MergedRows {
  const ranked = sources.flatMap(({ surfaceId, rows }, sourceIndex) => rankRows(surfaceId, rows, sort, sourceIndex));
  ranked.sort((left, right) => compareRows(left, right, sort));
  const frontier = findFrontier(sources, sort);
  const isPinned = ({ fetched }: MergedRow) => pins && isRunning(fetched);
  const pinned = ranked.filter(isPinned);
  const others = ranked.filter((row) => !isPinned(row));
  const shown = frontier === null ? others : others.filter((row) => isInFront(row, frontier, sort));
  return {
    rows: [...pinned, ...shown].map(({ surfaceId, fetched }) => ({ surfaceId, fetched })),
    withheldCount: others.length - shown.length,
    nextId: (frontier ? sources[frontier.sourceIndex] : sources.find(({ last }) => last !== null))?.surfaceId ?? null,
  };
}

/** A job without a valid time stays behind the previous one. */
function rankRows(
  surfaceId: string,
  rows: readonly FetchedJob[],
  sort: JobSort,
  sourceIndex: number,
): readonly RankedRow[] {
  let before: JobRank = Number.POSITIVE_INFINITY;
  return rows.map((fetched, index) => {
    const rank = rankAmongServers(fetched.job, sort);
    before = Number.isNaN(rank) ? before : rank;
    return { surfaceId, fetched, rank: before, sourceIndex, index };
  });
}

function compareRows(left: RankedRow, right: RankedRow, sort: JobSort): number {
  return compareRanks(left.rank, right.rank, sort) || left.sourceIndex - right.sourceIndex || left.index - right.index;
}

interface Frontier {
  rank: JobRank;
  sourceIndex: number;
}

/** Returns the first position at which an unseen job may belong. */
function findFrontier(sources: readonly MergeSource[], sort: JobSort): Frontier | null {
  let first: Frontier | null = null;
  for (const [sourceIndex, { last }] of sources.entries()) {
    if (last === null) continue;
    const rank = rankAmongServers(last.job, sort);
    // Without a valid time, nothing is known about the jobs that follow, so it blocks nothing.
    if (Number.isNaN(rank)) continue;
    if (first === null || compareRanks(rank, first.rank, sort) < 0) first = { rank, sourceIndex };
  }
  return first;
}

/** Unseen jobs of the same rank come after those of their own server and of the preceding servers. */
function isInFront(row: RankedRow, { rank, sourceIndex }: Frontier, sort: JobSort): boolean {
  return compareRanks(row.rank, rank, sort) < 0 || (row.rank === rank && row.sourceIndex <= sourceIndex);
}
