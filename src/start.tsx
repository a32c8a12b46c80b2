import '@/lib/no-eval';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { waitForFirstRender } from '@/lib/after-paint';
import { announceNonce } from '@/lib/csp-nonce';
import { installHtmlPolicy } from '@/lib/trusted-html';
import { watchPagePolicy } from './api/surfaces/blocked-origins';
import { createApp } from './app/app';
import { prefetchPages } from './app/prefetch-pages';
import { startDeferredWork } from './app/deferred-startup';

announceNonce();
installHtmlPolicy();
watchPagePolicy();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const root = createRoot(container);
const { App, loadFirstPage, queryClient, router } = createApp();
prefetchPages(router);

let tellDrawn = () => {};
waitForFirstRender(
  new Promise((resolve) => {
    tellDrawn = resolve;
  }),
);

/** Effects come after what they belong to is on the screen. */
function Drawn() {
  useEffect(tellDrawn, []);
  return null;
}

// A page that does not come is shown as such by the router.
void loadFirstPage().finally(() => {
  // In small steps: the first picture stays until all of it is there.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
        <Drawn />
      </StrictMode>,
    ),
  );
  startDeferredWork(queryClient);
});
