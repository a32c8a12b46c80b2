import { Link, useLinkProps, useRouterState } from '@tanstack/react-router';
import { Image, Layers, ListVideo, Settings, Sparkle, Terminal, Upload, Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInteger } from '@/lib/format';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useAriaKeys } from '@/shared/commands/key-labels';
import { ShortcutKbd } from '@/shared/commands/shortcut-kbd';
import { TOAST_PLACES } from '@/shared/feedback/toasts';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { OutboxButton, useOpenCount } from './outbox/outbox-button';
import { SurfaceSwitcher } from './surfaces/surface-switcher';
import { useSurfaceHealth } from './surfaces/use-surface-health';
import { HealthDot } from './surfaces/health-dot';

interface NavigationItem {
  label: string;
  icon: ReactNode;
  to: '/$surface/submit' | '/$surface/jobs' | '/$surface/assets' | '/$surface/models';
  count?: number;
  /** Set on its pages whose URL is another. */
  'data-status'?: 'active';
}

function useNavigationItems(): NavigationItem[] {
  const surface = useShellSurface();
  const { activeJobs } = useSurfaceHealth(surface);
  // Batches are a tab of the jobs.
  const isBatch = useRouterState({ select: ({ location }) => location.pathname.split('/')[2] === 'batches' });
  const forJobs: NavigationItem[] = [
    { label: t('Submit'), icon: <Upload aria-hidden />, to: '/$surface/submit' },
    {
      label: t('Jobs'),
      icon: <ListVideo aria-hidden />,
      to: '/$surface/jobs',
      ...(activeJobs ? { count: activeJobs } : {}),
      ...(isBatch ? { 'data-status': 'active' as const } : {}),
    },
    { label: t('Gallery'), icon: <Image aria-hidden />, to: '/$surface/assets' },
  ];
  const forModels: NavigationItem[] = [{ label: t('Models'), icon: <Sparkle aria-hidden />, to: '/$surface/models' }];
  return [...(surface.baseUrl === null ? [] : forJobs), ...(surface.routerBaseUrl === null ? [] : forModels)];
}

const ITEM =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-muted hover:bg-hover hover:text-text data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-text [&_svg]:size-4';

export function SideBar() {
  const paletteKeys = useAriaKeys('palette');
  const surface = useShellSurface();
  const items = useNavigationItems();
  return (
    <aside className="hidden w-[208px] shrink-0 flex-col gap-0.5 border-r border-line bg-panel p-2 pt-3 md:flex">
      <Logo surface={surface} />
      <SurfaceSwitcher />
      <nav aria-label={t('Main')} className="mt-2.5 flex flex-col gap-0.5">
        {items.map((item) => (
          <Link
            key={item.label}
            to={item.to}
            params={{ surface: surface.id }}
            data-opens-on-hold={item.label}
            data-status={item['data-status']}
            className={ITEM}
          >
            {item.icon}
            {item.label}
            <ActiveCount count={item.count} className="ml-auto" />
          </Link>
        ))}
      </nav>
      <div
        id={TOAST_PLACES.beside}
        className="z-60 mt-auto flex min-h-0 flex-col-reverse overflow-y-auto py-2 text-sm"
      />
      <div className="flex flex-col gap-0.5">
        <OutboxButton />
        <button
          type="button"
          className="flex h-8 items-center gap-2.5 rounded-md px-2 text-muted hover:bg-hover hover:text-text"
          aria-keyshortcuts={paletteKeys}
          onClick={() => openCommandView('palette')}
        >
          <Terminal aria-hidden className="size-4" />
          {t('Commands')}
          <ShortcutKbd id="palette" className="ml-auto" />
        </button>
        <Link to="/$surface/settings" params={{ surface: surface.id }} className={ITEM}>
          <Settings aria-hidden />
          {t('Settings')}
        </Link>
      </div>
    </aside>
  );
}

/** Never the current page: that is marked in the navigation below. */
function Logo({ surface }: { surface: Surface }) {
  const link = useLinkProps({ to: '/$surface/submit', params: { surface: surface.id } });
  return (
    <a
      {...link}
      aria-current={undefined}
      className="mb-2 flex items-center gap-2 rounded-md px-2 py-1 text-lg font-bold"
    >
      <Layers aria-hidden className="size-[18px]" />
      Flowdeck
    </a>
  );
}

export function BottomBar() {
  const surface = useShellSurface();
  const items = useNavigationItems();
  return (
    <footer className="flex shrink-0 items-center border-t border-line bg-panel px-2 pb-[env(safe-area-inset-bottom)] md:hidden">
      <nav aria-label={t('Main')} className="flex flex-4">
        {items.map((item) => (
          <Link
            key={item.label}
            to={item.to}
            params={{ surface: surface.id }}
            data-opens-on-hold={item.label}
            data-status={item['data-status']}
            className="relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-xs text-muted data-[status=active]:text-text [&_svg]:size-5"
          >
            {item.icon}
            {item.label}
            <ActiveCount count={item.count} className="absolute top-1.5 left-1/2 ml-3" />
          </Link>
        ))}
      </nav>
      <MoreButton />
    </footer>
  );
}

function ActiveCount({ count, className }: { count: number | undefined; className: string }) {
  if (!count) return null;
  return (
    <span className={`text-sm text-muted ${className}`}>
      {formatInteger(count)}
      <span className="sr-only"> {t('active')}</span>
    </span>
  );
}

/** On a phone, opens the sidebar content; shows the health and outbox indicators. */
function MoreButton() {
  const surface = useShellSurface();
  const { health } = useSurfaceHealth(surface);
  const open = useOpenCount();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={`${surface.name}: ${health.text}`}
      className="relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-xs text-muted"
      onClick={() => openCommandView('more')}
    >
      <Menu aria-hidden className="size-5" />
      {t('More')}
      {open > 0 ? (
        <span className="absolute top-1.5 left-1/2 ml-3 text-sm font-semibold text-warn">
          {open}
          <span className="sr-only">
            , {t('{count, plural, one {# run} other {# runs}} in the outbox', { count: open })}
          </span>
        </span>
      ) : health.tone === 'ok' ? null : (
        <HealthDot tone={health.tone} className="absolute top-2.5 left-1/2 ml-3" />
      )}
    </button>
  );
}
