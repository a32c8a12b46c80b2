import { afterPaint } from '@/lib/after-paint';
import { IS_DEMO } from '@/lib/host-kind';
import './app/styles.css';

// Where the page came with its first picture, that is painted before anything else is done.
const isDrawn = document.getElementById('root')?.firstChild !== null;
// The framework is evaluated in a task of its own: in one with the app, it would keep the page from answering.
const start = () => import('react-dom/client').then(() => import('./start'));
if (IS_DEMO) {
  // Its gateway first: the first screen asks it.
  void import('./app/demo/start-demo').then(({ startDemo }) => startDemo()).then(start);
} else {
  void (isDrawn ? afterPaint() : Promise.resolve()).then(start);
}
