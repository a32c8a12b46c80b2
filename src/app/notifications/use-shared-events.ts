import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveName, openBrowserChannel } from '@/api/live/live-leader';
import { useLiveStore } from '@/api/live/live-store';
import { operationKey, type Surface } from '@/api/surface';

const READ_EVERY_MS = 2000;

/**
 * Refetches the job counts when the stream of another tab reports a change. It opens no connection and never becomes the leader: if
 * no tab follows the stream, or this one does, the counts are fetched without it.
 */
export function useSharedEvents(surface: Surface): void {
  const client = useQueryClient();
  // A subscription to the other tabs.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const read = () => {
      timer = undefined;
      if (!isDue) return;
      isDue = false;
      void client.invalidateQueries({ queryKey: operationKey(surface, 'console.status') });
      timer = setTimeout(read, READ_EVERY_MS);
    };
    const channel = openBrowserChannel(liveName(surface.id), (message) => {
      if (message.kind !== 'frame' || message.event !== 'status') return;
      if (useLiveStore.getState().streams[surface.id]?.health === 'live') return;
      isDue = true;
      if (timer === undefined) read();
    });
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, [client, surface]);
}
