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

/** The last act of submitting of a draft that has not been put away. */
export function latestEntryOf(entries: OutboxView['entries'], draftId: string): OutboxEntry | null {
  let latest: OutboxEntry | null = null;
  for (const entry of Object.values(entries)) {
    if (entry.draftId !== draftId || entry.isDismissed) continue;
    if (!latest || entry.createdAt > latest.createdAt) latest = entry;
  }
  return latest;
}
