import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { sessionQuery } from '@/api/session';
import { LOCAL_SURFACE } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { IS_DEMO } from '@/lib/host-kind';
import { t } from '@/lib/i18n/messages';
import { TOAST_PLACES } from '@/shared/feedback/toasts';
import { lazyPart } from '@/ui/lazy-part';
import { DemoBanner } from './demo/demo-banner';
import { GatewayDownBanner } from './gateway-down-banner';
import { BottomBar, SideBar } from './navigation';
import { useRouteAnnouncer } from './use-route-announcer';

const SignInPage = lazyPart(async () => (await import('./sign-in-page')).SignInPage);
const ShellOverlays = lazyPart(async () => (await import('./shell-overlays')).ShellOverlays, {
  // It renders nothing visible, so the download is retried without a message.
  Failure: () => null,
});

export function Shell() {
  const announcement = useRouteAnnouncer();
  // Without a gateway there is nothing to navigate in until a server is added.
  const hasSurface = useSurfaceList(({ surfaces }) => hasGateway() || surfaces.length > 0);
  const { data: session } = useQuery(sessionQuery(LOCAL_SURFACE));
  const needsToken = session?.needsToken === true && !session.isSignedIn;
  return (
    <div className="relative flex h-dvh flex-col overflow-x-clip md:flex-row">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-accent px-3 py-1.5 font-semibold text-accent-text focus-visible:translate-y-0"
      >
        {t('Skip to content')}
      </a>
      {hasSurface ? <SideBar /> : null}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          {IS_DEMO ? <DemoBanner /> : null}
          {hasGateway() ? <GatewayDownBanner /> : null}
          {needsToken ? <SignInPage /> : <Outlet />}
        </main>
        <div
          id={TOAST_PLACES.below}
          className="z-60 flex max-h-[45dvh] shrink-0 flex-col-reverse overflow-y-auto px-2 has-[li]:py-2"
        />
      </div>
      {hasSurface ? <BottomBar /> : null}
      <ShellOverlays hasSurface={hasSurface} needsToken={needsToken} />
      <div role="status" className="sr-only">
        {announcement}
      </div>
    </div>
  );
}
