import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveName, openBrowserChannel } from '@/api/live/live-leader';
import { useLiveStore } from '@/api/live/live-store';
import { recountJobs } from '@/api/live/recount-jobs';
import type { Surface } from '@/api/surface';

/**
 * Refetches the job counts when the stream of another tab reports a change. It opens no connection and never becomes the leader: if
 * no tab follows the stream, or this one does, the counts are fetched without it.
 */
export function useSharedEvents(surface: Surface): void {
  const client = useQueryClient();
  // A subscription to the other tabs.
  useEffect(() => {
    const channel = openBrowserChannel(liveName(surface.id), (message) => {
      if (message.kind !== 'frame' || message.event !== 'status') return;
      if (useLiveStore.getState().streams[surface.id]?.health === 'live') return;
      recountJobs(client, surface);
    });
    return () => channel.close();
  }, [client, surface]);
}
