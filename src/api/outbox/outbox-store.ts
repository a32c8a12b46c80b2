import { create } from 'zustand';
import type { OutboxEntry } from './outbox-entry';
import { isSettled, type OutboxState } from './outbox-state';

interface OutboxView {
  entries: Readonly<Record<string, OutboxEntry>>;
  /** Null until storage was tried. False: nothing is protected against a closed tab. */
  isDurable: boolean | null;
}

/** What the screens show of the outbox: a copy of what is on disk, kept up by all tabs. */
export const useOutboxView = create<OutboxView>(() => ({ entries: {}, isDurable: null }));

export function showEntry(entry: OutboxEntry): void {
  useOutboxView.setState(({ entries }) => ({ entries: { ...entries, [entry.id]: entry } }));
}

/** What wants the user's eye: runs whose end is not known, and how those ended that were in doubt. Newest first. */
export function openEntries(entries: OutboxView['entries'], surfaceId: string): OutboxEntry[] {
  return Object.values(entries)
    .filter((entry) => entry.surfaceId === surfaceId && !entry.isDismissed && isOpen(entry.state))
    .sort((left, right) => right.createdAt - left.createdAt);
}

/** What the tray shows: what is open, and what was refused and not put away. Newest first. */
export function trayEntries(entries: OutboxView['entries'], surfaceId: string): OutboxEntry[] {
  return Object.values(entries)
    .filter(({ state, ...entry }) => {
      if (entry.surfaceId !== surfaceId || entry.isDismissed) return false;
      return isOpen(state) || state.name === 'refused';
    })
    .sort((left, right) => right.createdAt - left.createdAt);
}

/** Of which nobody knows yet whether they made a job. Newest first. */
export function maybeSubmitted(entries: OutboxView['entries'], surfaceId: string): OutboxEntry[] {
  return openEntries(entries, surfaceId).filter(({ state }) => isMaybe(state));
}

function isMaybe(state: OutboxState): boolean {
  return state.name === 'unknown' || state.name === 'probing' || state.name === 'unsettled';
}

/** The jobs that entries of this browser are known to have made. */
export function knownJobIds(entries: OutboxView['entries']): ReadonlySet<string> {
  return new Set(Object.values(entries).flatMap(({ state }) => (state.name === 'submitted' ? [state.jobId] : [])));
}

function isOpen(state: OutboxState): boolean {
  return !isSettled(state) || (state.name === 'submitted' && state.how !== 'answered');
}

/** The submissions of a draft that were not put away, oldest first. */
export function entriesOfDraft(entries: OutboxView['entries'], draftId: string): OutboxEntry[] {
  return Object.values(entries)
    .filter((entry) => entry.draftId === draftId && !entry.isDismissed)
    .sort((left, right) => left.createdAt - right.createdAt);
}

/**
 * The submission of a draft that its editor has to show: the oldest that is in progress, else the newest that failed or is
 * in the user's hand. `null` if all became jobs.
 */
export function noticedEntryOf(entries: OutboxView['entries'], draftId: string): OutboxEntry | null {
  const own = entriesOfDraft(entries, draftId);
  const isRefused = ({ state }: OutboxEntry) => state.name === 'refused' || state.name === 'unsettled';
  return (
    own.find(isInProgress) ??
    own.findLast(isRefused) ??
    own.findLast(({ state }) => state.name !== 'submitted' || state.how !== 'answered') ??
    null
  );
}

/** Still being sent or looked for: no second click counts meanwhile. */
export function isInProgress({ state }: OutboxEntry): boolean {
  return !isSettled(state) && state.name !== 'unsettled';
}

/** The submissions of a draft that became jobs after `since`, newest first, whether put away or not. */
export function startedFrom(
  entries: OutboxView['entries'],
  draftId: string,
  since: number,
): { entryId: string; jobId: string; createdAt: number }[] {
  return Object.values(entries)
    .flatMap(({ id, state, createdAt, ...entry }) =>
      entry.draftId === draftId && state.name === 'submitted' && createdAt > since
        ? [{ entryId: id, jobId: state.jobId, createdAt }]
        : [],
    )
    .sort((left, right) => right.createdAt - left.createdAt);
}
