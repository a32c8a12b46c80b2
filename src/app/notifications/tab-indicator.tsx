import { useEffect, useReducer } from 'react';
import type { Surface } from '@/api/surface';
import { useShellSurface } from '@/shared/use-current-surface';
import { BASE_PATH } from '@/lib/host-kind';
import { setTitlePrefix } from '@/shared/use-page-title';
import { attend, iconOf, NOTHING_YET, titlePrefix, type TabIcon } from './attention-model';
import { JobNotifications } from './job-notifications';
import { useNoticeSetting } from './notice-setting';
import { useSurfaceHealth } from '../surfaces/use-surface-health';
import { useSharedEvents } from './use-shared-events';

const ICONS: Record<TabIcon, string> = {
  idle: `${BASE_PATH}icon.svg`,
  running: `${BASE_PATH}icons/running.svg`,
  failed: `${BASE_PATH}icons/failed.svg`,
  done: `${BASE_PATH}icons/done.svg`,
};

/** Keeps the title and the icon of the browser's tab true, for whoever works elsewhere meanwhile. */
export function Attention() {
  const surface = useShellSurface();
  // What ended on one server says nothing about another.
  return <SurfaceAttention key={surface.id} surface={surface} />;
}

function SurfaceAttention({ surface }: { surface: Surface }) {
  useSharedEvents(surface);
  const { jobs: counts } = useSurfaceHealth(surface);
  const [state, dispatch] = useReducer(attend, NOTHING_YET);
  const isNotifying = useNoticeSetting(({ isOn }) => isOn);
  useEffect(() => {
    if (counts) dispatch({ kind: 'counted', counts, isLookedAt: !document.hidden });
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
  // Both belong to the document, outside of what React draws.
  useEffect(() => {
    setTitlePrefix(prefix);
    return () => setTitlePrefix('');
  }, [prefix]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link && link.getAttribute('href') !== icon) link.href = icon;
  }, [icon]);
  return isNotifying ? <JobNotifications surface={surface} counts={state.counts} /> : null;
}
