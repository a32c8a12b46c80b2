import '@/lib/no-eval';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { announceNonce } from '@/lib/csp-nonce';
import { installHtmlPolicy } from '@/lib/trusted-html';
import { App, loadFirstPage } from './app/app';
import { resumeWork } from './app/resume-work';
import './app/styles.css';

announceNonce();
installHtmlPolicy();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const root = createRoot(container);
// A page that does not come is shown as such by the router.
void loadFirstPage().finally(() => {
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  resumeWork();
});
