const CHANNEL = 'flowdeck.marks';

/** Calls back when the stored annotations change, in this tab or in another. */
export function onMarksChanged(listener: () => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  new BroadcastChannel(CHANNEL).addEventListener('message', listener);
}

export function broadcastAnnotationsChanged(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}
