import { compareRanks, type JobRank } from '@contract/console/job-ranks';
import type { JobSort } from '@contract/console/job-sorts';
import { rankAmongServers } from '@/api/jobs/sort-jobs';
import type { FetchedJob } from '@/api/live/merge-job';
import { isRunning } from '../pin-running';

/** The loaded part of one server's list. */
export interface MergeSource {
  surfaceId: string;
  /** In the order of the server. */
  rows: readonly FetchedJob[];
  /**
   * Last job that was loaded, if the server has more behind it in the same order; else `null`. Also `null` if the
   * merge does not wait for the server: it is slow, fails, or cannot sort.
   */
  last: FetchedJob | null;
}

export interface MergedRow {
  surfaceId: string;
  reading: FetchedJob;
}

export interface MergedRows {
  rows: readonly MergedRow[];
  /** Loaded jobs that are not shown yet: a server may have jobs that belong in front of them. */
  withheldCount: number;
  /** Server whose next page is to be loaded first; `null` if there is none to wait for. */
  nextId: string | null;
}

interface RankedRow extends MergedRow {
  rank: JobRank;
  sourceIndex: number;
  index: number;
}

/**
 * Merges the lists of several servers, each loaded page by page. A job is shown as soon as no server can have an unseen
 * one in front of it. Order: rank, then server, then position in the server's list; so the shown rows only grow at their
 * end while pages load. A server whose own order differs, for example because its clock was set, loses no job: its late
 * rows are inserted where they belong.
 * @param pins running jobs come first, wherever they are
 */
export function mergeServers(sources: readonly MergeSource[], sort: JobSort, pins: boolean): MergedRows {
  const ranked = sources.flatMap(({ surfaceId, rows }, sourceIndex) => rankRows(surfaceId, rows, sort, sourceIndex));
  ranked.sort((left, right) => compareRows(left, right, sort));
  const frontier = findFrontier(sources, sort);
  const isPinned = ({ reading }: MergedRow) => pins && isRunning(reading);
  const pinned = ranked.filter(isPinned);
  const others = ranked.filter((row) => !isPinned(row));
  const shown = frontier === null ? others : others.filter((row) => isInFront(row, frontier, sort));
  return {
    rows: [...pinned, ...shown].map(({ surfaceId, reading }) => ({ surfaceId, reading })),
    withheldCount: others.length - shown.length,
    nextId: (frontier ? sources[frontier.sourceIndex] : sources.find(({ last }) => last !== null))?.surfaceId ?? null,
  };
}

/** A job without a usable time stays behind the one in front of it. */
function rankRows(
  surfaceId: string,
  rows: readonly FetchedJob[],
  sort: JobSort,
  sourceIndex: number,
): readonly RankedRow[] {
  let before: JobRank = Number.POSITIVE_INFINITY;
  return rows.map((reading, index) => {
    const rank = rankAmongServers(reading.job, sort);
    before = Number.isNaN(rank) ? before : rank;
    return { surfaceId, reading, rank: before, sourceIndex, index };
  });
}

function compareRows(left: RankedRow, right: RankedRow, sort: JobSort): number {
  return compareRanks(left.rank, right.rank, sort) || left.sourceIndex - right.sourceIndex || left.index - right.index;
}

interface Frontier {
  rank: JobRank;
  sourceIndex: number;
}

/** First position at which an unseen job may belong. */
function findFrontier(sources: readonly MergeSource[], sort: JobSort): Frontier | null {
  let first: Frontier | null = null;
  for (const [sourceIndex, { last }] of sources.entries()) {
    if (last === null) continue;
    const rank = rankAmongServers(last.job, sort);
    // Without a time nothing is known of what follows: it holds nothing back.
    if (Number.isNaN(rank)) continue;
    if (first === null || compareRanks(rank, first.rank, sort) < 0) first = { rank, sourceIndex };
  }
  return first;
}

/** Unseen jobs of the same rank come behind those of their own server and of the servers in front of it. */
function isInFront(row: RankedRow, { rank, sourceIndex }: Frontier, sort: JobSort): boolean {
  return compareRanks(row.rank, rank, sort) < 0 || (row.rank === rank && row.sourceIndex <= sourceIndex);
}
