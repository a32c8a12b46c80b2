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
  void (isPrerendered ? afterPaint() : Promise.resolve()).then(preloadModules).then(start);
}

/** Requests all modules that the gateway lists for the page at once; before the first paint, they would delay it. */
function preloadModules(): void {
  const list = document.querySelector<HTMLMetaElement>('meta[name="flowdeck-modules"]')?.content ?? '';
  for (const href of list.split(' ').filter((url) => url.startsWith('/'))) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
