import '@/lib/no-eval';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { announceNonce } from '@/lib/csp-nonce';
import { installHtmlPolicy } from '@/lib/trusted-html';
import { createApp } from './app/app';
import { bringPagesAhead } from './app/pages-ahead';
import { resumeWork } from './app/resume-work';

announceNonce();
installHtmlPolicy();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const root = createRoot(container);
const { App, loadFirstPage, router } = createApp();
bringPagesAhead(router);
// A page that does not come is shown as such by the router.
void loadFirstPage().finally(() => {
  // In small steps: the first picture stays until all of it is there.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  resumeWork();
});
