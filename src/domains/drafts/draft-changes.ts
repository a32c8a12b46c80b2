/** Changes of drafts in other tabs: an editor that has one open must not save it again after it was deleted. */
export interface DraftChange {
  kind: 'deleted' | 'restored';
  ids: readonly string[];
}

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel('flowdeck.drafts');
  return channel;
}

/** Sends a change to the other tabs. */
export function broadcastDraftChange(change: DraftChange): void {
  if (change.ids.length > 0) open().postMessage(change);
}

/** Calls `onChange` for changes made in other tabs. Returns an unsubscribe function. */
export function watchDraftChanges(onChange: (change: DraftChange) => void): () => void {
  const listener = ({ data }: MessageEvent<DraftChange>) => onChange(data);
  const watched = open();
  watched.addEventListener('message', listener);
  return () => watched.removeEventListener('message', listener);
}
