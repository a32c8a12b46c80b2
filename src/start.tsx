import '@/lib/no-eval';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { waitForFirstRender } from '@/lib/after-paint';
import { announceNonce } from '@/lib/csp-nonce';
import { installHtmlPolicy } from '@/lib/trusted-html';
import { watchPagePolicy } from './api/surfaces/blocked-origins';
import { createApp } from './create-app';
import { applyLanguage, followLanguage } from './app/apply-language';
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

let reportRendered = () => {};
waitForFirstRender(
  new Promise((resolve) => {
    reportRendered = resolve;
  }),
);

/** Its effect runs after the first render is on screen. */
function FirstRender() {
  useEffect(reportRendered, []);
  return null;
}

followLanguage();
// Together: neither needs the other. The router shows an error if the page fails to load.
void Promise.allSettled([applyLanguage(), loadFirstPage()]).finally(() => {
  // As a transition: the prerendered page stays until the render is complete.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
        <FirstRender />
      </StrictMode>,
    ),
  );
  startDeferredWork(queryClient);
});
