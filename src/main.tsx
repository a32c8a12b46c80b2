import { afterPaint } from '@/lib/after-paint';
import { IS_DEMO } from '@/lib/host-kind';
import './app/styles.css';

// If the page is prerendered, paints that before anything else.
const isPrerendered = document.getElementById('root')?.firstChild !== null;
// The framework is evaluated in a separate task: together with the app it would block the page.
const start = () => import('react-dom/client').then(() => import('./start'));
if (IS_DEMO) {
  // Starts its gateway first, which the first screen needs.
  void import('./app/demo/start-demo').then(({ startDemo }) => startDemo()).then(start);
} else {
  void (isPrerendered ? afterPaint() : Promise.resolve()).then(start);
}
