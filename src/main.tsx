import '@/lib/no-eval';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { announceNonce } from '@/lib/csp-nonce';
import { installHtmlPolicy } from '@/lib/trusted-html';
import { App } from './app/app';
import { resumeWork } from './app/resume-work';
import './app/styles.css';

announceNonce();
installHtmlPolicy();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
resumeWork();
