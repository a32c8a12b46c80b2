import { useEffect, useReducer } from 'react';
import type { Surface } from '@/api/surface';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { BASE_PATH } from '@/lib/host-kind';
import { setTitlePrefix } from '@/shared/page/use-page-title';
import {
  badgeCount,
  updateTabIndicator,
  iconOf,
  INITIAL_STATE,
  titlePrefix,
  type TabIcon,
} from './tab-indicator-state';
import { JobNotifications } from './job-notifications';
import { appBadgeSetting, useAreNoticesOn } from './notice-setting';
import { useSetting } from '@/lib/settings/use-setting';
import { useSurfaceHealth } from '../surfaces/use-surface-health';
import { useQueryClient } from '@tanstack/react-query';
import { liveName, openBrowserChannel } from '@/api/live/live-leader';
import { useLiveStore } from '@/api/live/live-store';
import { recountJobs } from '@/api/live/recount-jobs';

const ICONS: Record<TabIcon, string> = {
  idle: `${BASE_PATH}icon.svg`,
  running: `${BASE_PATH}icons/running.svg`,
  failed: `${BASE_PATH}icons/failed.svg`,
  done: `${BASE_PATH}icons/done.svg`,
};

/** Keeps the title and icon of the browser tab up to date while the user works elsewhere. */
export function Attention() {
  const surface = useShellSurface();
  // Finished jobs of one server say nothing about another.
  return <SurfaceAttention key={surface.id} surface={surface} />;
}

function SurfaceAttention({ surface }: { surface: Surface }) {
  useSharedEvents(surface);
  const { jobs: counts } = useSurfaceHealth(surface);
  const [state, dispatch] = useReducer(updateTabIndicator, INITIAL_STATE);
  const isNotifying = useAreNoticesOn();
  useEffect(() => {
    if (counts) dispatch({ kind: 'counted', counts, isAnyTabVisible: !document.hidden });
  }, [counts]);
  // A subscription to the tab.
  useEffect(() => {
    const onChange = () => {
      if (!document.hidden) dispatch({ kind: 'looked' });
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);

  const prefix = titlePrefix(state);
  const icon = ICONS[iconOf(state)];
  // Both belong to the document, outside the React tree.
  useEffect(() => {
    setTitlePrefix(prefix);
    return () => setTitlePrefix('');
  }, [prefix]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link && link.getAttribute('href') !== icon) link.href = icon;
  }, [icon]);
  useAppBadge(useSetting(appBadgeSetting) ? badgeCount(state) : 0);
  return isNotifying ? <JobNotifications surface={surface} counts={state.counts} /> : null;
}

/**
 * Refetches the job counts when the stream of another tab reports a change. It opens no connection and never becomes the leader: if
 * no tab follows the stream, or this one does, the counts are fetched without it.
 */
function useSharedEvents(surface: Surface): void {
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

/** Puts a number on the icon of the installed app; 0: none. Without an installed app, browsers ignore it. */
function useAppBadge(count: number): void {
  // A subscription: the badge would outlive the window, in which alone it is kept up to date.
  useEffect(() => {
    window.addEventListener('pagehide', clearBadge);
    return () => {
      window.removeEventListener('pagehide', clearBadge);
      clearBadge();
    };
  }, []);
  // The icon is outside of the page.
  useEffect(() => {
    if (count === 0) clearBadge();
    else if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => {});
  }, [count]);
}

function clearBadge(): void {
  if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => {});
}
