import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { sessionQuery } from '@/api/session';
import { LOCAL_SURFACE } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { afterPaint } from '@/lib/after-paint';
import { IS_DEMO } from '@/lib/host-kind';
import { useToasts } from '@/shared/toasts';
import { DemoBanner } from './demo/demo-banner';
import { GatewayDownBanner } from './gateway-down-banner';
import { BottomBar, SideBar } from './navigation';
import { NoDrop } from './no-drop';
import { useRouteAnnouncer } from './use-route-announcer';

const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page')).SignInPage }));
const ToastViewport = lazy(async () => ({ default: (await import('@/shared/toast-viewport')).ToastViewport }));

/** After the first paint; where they do not come, the pages work without them. */
const DropAnywhere = lazy(async () => ({
  default: await afterPaint()
    .then(() => import('@/features/submit/drop-anywhere'))
    .then(
      (module) => module.DropAnywhere,
      () => NoDrop,
    ),
}));
const CommandLayer = lazy(async () => ({
  default: await afterPaint()
    .then(() => import('./commands/shell-overlays'))
    .then(
      (module) => module.CommandLayer,
      () => () => null,
    ),
}));

export function Shell() {
  const announcement = useRouteAnnouncer();
  // Without a gateway there is nothing to navigate in until a server is added.
  const hasSurface = useSurfaceList(({ surfaces }) => hasGateway() || surfaces.length > 0);
  const { data: session } = useQuery(sessionQuery(LOCAL_SURFACE));
  const needsToken = session?.needsToken === true && !session.isSignedIn;
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-accent px-3 py-1.5 font-semibold text-accent-text focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      {hasSurface ? <SideBar /> : null}
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        {IS_DEMO ? <DemoBanner /> : null}
        {hasGateway() ? <GatewayDownBanner /> : null}
        {needsToken ? (
          <Suspense>
            <SignInPage />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </main>
      {hasSurface ? <BottomBar /> : null}
      {needsToken || !hasSurface ? null : (
        <Suspense fallback={<NoDrop />}>
          <DropAnywhere />
        </Suspense>
      )}
      <Suspense>{hasSurface ? <CommandLayer /> : null}</Suspense>
      <LazyToasts />
      <div role="status" className="sr-only">
        {announcement}
      </div>
    </div>
  );
}

/** Most visits never see a toast: its code comes with the first one. */
function LazyToasts() {
  const hasToasts = useToasts((state) => state.toasts.length > 0);
  return <Suspense>{hasToasts ? <ToastViewport /> : null}</Suspense>;
}
