import type { QueryClient } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { LOCAL_SURFACE } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { registerServiceWorker } from '@/lib/worker-factory';
import { whenIdle } from '@/lib/when-idle';
import { showToast } from '@/shared/feedback/toasts';
import { buildCheck } from './build-check';

/** Long after the first screen: the worker downloads every file of the console. */
const REGISTER_AFTER_MS = 5000;
const IDLE_WITHIN_MS = 5000;

/**
 * Registers the service worker, which keeps the console usable while the gateway is down, and offers a reload once the
 * gateway serves another build than the one of this page.
 */
export function followBuild(queryClient: QueryClient): void {
  const build = document.querySelector<HTMLMetaElement>('meta[name="flowdeck-build"]')?.content;
  if (!import.meta.env.PROD || !build || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ build?: string } | null>) => {
    if (data?.build !== undefined && data.build !== build) offerReload();
  });
  navigator.serviceWorker.startMessages();
  setTimeout(() => void register(queryClient), REGISTER_AFTER_MS);
}

/** A browser may refuse the registration: in a private window, without space, or by a setting. The console works without it. */
async function register(queryClient: QueryClient): Promise<void> {
  await whenIdle(IDLE_WITHIN_MS);
  const registration = await registerServiceWorker().catch(() => null);
  if (!registration) return;
  // The browser checks when it opens a page. This one may have been opened while the gateway was down.
  const check = buildCheck(registration);
  check();
  onRecovery(queryClient, check);
}

/** After an outage another build may be running. */
function onRecovery(queryClient: QueryClient, check: () => void): void {
  const { queryKey } = gatewayStatusQuery(LOCAL_SURFACE);
  const isDown = () => queryClient.getQueryState(queryKey)?.status === 'error';
  let wasDown = isDown();
  queryClient.getQueryCache().subscribe(() => {
    if (isDown() === wasDown) return;
    wasDown = !wasDown;
    if (!wasDown) check();
  });
}

let isOffered = false;

function offerReload(): void {
  if (isOffered) return;
  isOffered = true;
  showToast({
    tone: 'neutral',
    title: t('Flowdeck was updated'),
    description: t('This page is from the previous version. Reloading does not affect drafts and running jobs.'),
    action: { label: t('Reload'), onSelect: () => location.reload() },
    stays: true,
  });
}
