import type { CuratedKindName } from './sync-records';

const CHANNEL = 'flowdeck.curated';

/** Calls back when stored records of a kind change, in this tab or in another. */
export function onRecordsChanged(listener: (kind: CuratedKindName) => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<CuratedKindName>) => listener(data));
}

export function broadcastRecordsChanged(kind: CuratedKindName): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(kind);
  channel.close();
}
