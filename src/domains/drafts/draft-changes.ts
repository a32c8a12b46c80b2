/** Changes of drafts in other tabs and browsers: an editor that has one open must not replace or restore it. */
export interface DraftChange {
  kind: 'changed' | 'deleted' | 'restored';
  ids: readonly string[];
}

const CHANNEL = 'flowdeck.drafts';

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Sends a change to the other tabs. */
export function broadcastDraftChange(change: DraftChange): void {
  if (change.ids.length > 0) open().postMessage(change);
}

/** Sends a change of another browser to all tabs, and to this one. */
export function announceDraftChange(change: DraftChange): void {
  if (change.ids.length === 0) return;
  const own = new BroadcastChannel(CHANNEL);
  own.postMessage(change);
  own.close();
}

/** Calls `onChange` for changes made in other tabs and browsers. Returns an unsubscribe function. */
export function watchDraftChanges(onChange: (change: DraftChange) => void): () => void {
  const listener = ({ data }: MessageEvent<DraftChange>) => onChange(data);
  const watched = open();
  watched.addEventListener('message', listener);
  return () => watched.removeEventListener('message', listener);
}
