import { create } from 'zustand';
import { isSourceKeyOfDraft } from '../job-record/history-job';
import { type OutboxEntry, isSettled, type OutboxState } from './outbox-entry';

interface OutboxView {
  entries: Readonly<Record<string, OutboxEntry>>;
  /** `null` until storage was tried; `false` if closing the tab loses submissions. */
  isDurable: boolean | null;
}

/** In-memory copy of the stored outbox, kept in sync across tabs. */
export const useOutboxView = create<OutboxView>(() => ({ entries: {}, isDurable: null }));

export function showEntry(entry: OutboxEntry): void {
  useOutboxView.setState(({ entries: { [entry.id]: _known, ...others } }) => ({
    // A batch may have thousands of cells.
    entries: entry.cell && entry.isDismissed ? others : { ...others, [entry.id]: entry },
  }));
}

/** Returns the entries that need attention: runs with an unknown outcome, and outcomes that were in doubt. Newest first. */
export function openEntries(entries: OutboxView['entries'], surfaceId: string): OutboxEntry[] {
  return Object.values(entries)
    .filter((entry) => entry.surfaceId === surfaceId && isListed(entry) && isOpen(entry.state))
    .sort((left, right) => right.createdAt - left.createdAt);
}

/** Returns the entries of the outbox panel: open ones, and rejected ones that are not dismissed. Newest first. */
export function panelEntries(entries: OutboxView['entries'], surfaceId: string): OutboxEntry[] {
  return Object.values(entries)
    .filter((entry) => {
      if (entry.surfaceId !== surfaceId || !isListed(entry)) return false;
      return isOpen(entry.state) || entry.state.name === 'refused';
    })
    .sort((left, right) => right.createdAt - left.createdAt);
}

/** Returns the entries for which it is unknown whether they created a job. Newest first. */
export function maybeSubmitted(entries: OutboxView['entries'], surfaceId: string): OutboxEntry[] {
  return openEntries(entries, surfaceId).filter(({ state }) => isUnconfirmed(state));
}

/** Cells of a batch are listed only if they need the user: for a decision, or to sign in. */
function isListed({ isDismissed, cell, state }: OutboxEntry): boolean {
  return !isDismissed && (!cell || state.name === 'unsettled' || (state.name === 'unknown' && !!state.isLockedOut));
}

function isUnconfirmed(state: OutboxState): boolean {
  return state.name === 'unknown' || state.name === 'probing' || state.name === 'unsettled';
}

/** Returns the ids of the jobs that entries of this browser are known to have created. */
export function knownJobIds(entries: OutboxView['entries']): ReadonlySet<string> {
  return new Set(Object.values(entries).flatMap(({ state }) => (state.name === 'submitted' ? [state.jobId] : [])));
}

function isOpen(state: OutboxState): boolean {
  return !isSettled(state) || (state.name === 'submitted' && state.how !== 'answered');
}

/** Returns the submissions of a draft that are not dismissed, oldest first. */
export function entriesOfDraft(entries: OutboxView['entries'], draftId: string): OutboxEntry[] {
  return Object.values(entries)
    .filter((entry) => entry.draftId === draftId && !entry.isDismissed)
    .sort((left, right) => left.createdAt - right.createdAt);
}

/**
 * Returns the submission that the draft's editor shows: the oldest in progress, otherwise the newest that was rejected or needs a
 * user action. `null` if all became jobs.
 */
export function findShownEntry(entries: OutboxView['entries'], draftId: string): OutboxEntry | null {
  const own = entriesOfDraft(entries, draftId);
  const isRefused = ({ state }: OutboxEntry) => state.name === 'refused' || state.name === 'unsettled';
  return (
    own.find(isInProgress) ??
    own.findLast(isRefused) ??
    own.findLast(({ state }) => state.name !== 'submitted' || state.how !== 'answered') ??
    null
  );
}

/** Returns true while the entry is being sent or checked; further clicks are ignored meanwhile. */
export function isInProgress({ state }: OutboxEntry): boolean {
  return !isSettled(state) && state.name !== 'unsettled';
}

export interface StartedJob {
  entryId: string;
  surfaceId: string;
  jobId: string;
  createdAt: number;
}

/**
 * Returns the submissions of a draft that became jobs after `since`, newest first, including dismissed ones and those on other
 * servers.
 */
export function startedFrom(entries: OutboxView['entries'], draftId: string, since: number): StartedJob[] {
  return Object.values(entries)
    .flatMap(({ id, surfaceId, state, createdAt, sourceKey, ...entry }) => {
      const isOfDraft =
        entry.draftId === draftId || (sourceKey !== undefined && isSourceKeyOfDraft(sourceKey, draftId));
      return isOfDraft && state.name === 'submitted' && createdAt > since
        ? [{ entryId: id, surfaceId, jobId: state.jobId, createdAt }]
        : [];
    })
    .sort((left, right) => right.createdAt - left.createdAt);
}
